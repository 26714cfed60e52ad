// Find me: a few letters, and the card says table, colour and opponent. Everything it says is in the page
// already: rows carry data-table, names data-player and data-colour, <template data-card> has the words.

const LATIN = 2;
const MOST = 6;
const CHARACTERS = /[\u2e80-\u{10ffff}]/u;
const LETTERS = { đ: "d", ø: "o", ł: "l", ı: "i", æ: "ae", œ: "oe", ð: "d", þ: "th", ß: "ss" };

// The same as `tournaments.state.name_search.search_key`, with the part of its table that this page needs.
function folded(text, variants) {
  const plain = text.normalize("NFKC").toLowerCase();
  const simple = Array.from(plain, (character) => variants.get(character) ?? character).join("");
  const bare = simple.normalize("NFD").replace(/\p{M}+/gu, "").normalize("NFC").replace(/[đøłıæœðþß]/g, (letter) => LETTERS[letter]);
  return bare.match(/(?:(?=[\u2e80-\u{10ffff}])[\p{L}\p{N}])+|(?:(?![\u2e80-\u{10ffff}])[\p{L}\p{N}])+/gu) ?? [];
}

export function variantsOf(form) {
  const pairs = Array.from(form.dataset.variants ?? "");
  return new Map(pairs.flatMap((written, at) => (at % 2 ? [] : [[written, pairs[at + 1]]])));
}

// A Chinese name is found by one character, a Latin one by two letters of it: there are names that have no more.
export function asked(text, variants) {
  const words = folded(text, variants);
  const letters = words.join("");
  return letters.length >= (CHARACTERS.test(letters) ? 1 : LATIN) ? words : [];
}

// A word in letters is found by its beginning, one in characters by any part of it; in any order.
export function foundIn(text, words, variants) {
  const name = folded(text, variants);
  return words.every((word) => name.some((one) => (CHARACTERS.test(word) ? one.includes(word) : one.startsWith(word))));
}

const matches = (person, words, variants) => foundIn(person.querySelector(".name").textContent, words, variants);

function fill(card, slot, source) {
  const place = card.querySelector(`[data-slot="${slot}"]`);
  if (place && source) place.append(...source.cloneNode(true).childNodes);
}

function cardFor(person) {
  const card = document.querySelector(`template[data-card="${person.dataset.colour}"]`).content.cloneNode(true);
  const row = person.closest("[data-table]");
  fill(card, "me", person);
  fill(card, "table", row?.querySelector("[data-at]"));
  fill(card, "opponent", row?.querySelector(`[data-player]:not([data-player="${person.dataset.player}"])`));
  return card;
}

function find(form) {
  const cards = document.querySelector("[data-cards]");
  const count = form.querySelector("[data-count]");
  const variants = variantsOf(form);
  const words = asked(form.querySelector("input").value, variants);
  document.querySelectorAll("tr.mine").forEach((row) => row.classList.remove("mine"));
  cards.replaceChildren();
  count.textContent = "";
  if (!words.length) return;
  const found = [...document.querySelectorAll("[data-player][data-colour]")].filter((person) => matches(person, words, variants));
  if (!found.length) count.textContent = form.dataset.none;
  if (found.length > MOST) {
    count.textContent = form.dataset.many.replace("%n", String(found.length));
    return;
  }
  for (const person of found) {
    cards.append(cardFor(person));
    person.closest("tr")?.classList.add("mine");
  }
}

const remembered = (form) => `find:${form.dataset.find}`;

// Private windows may refuse storage: then nothing is remembered, and everything else works.
function recall(form) {
  try {
    return localStorage.getItem(remembered(form)) ?? "";
  } catch {
    return "";
  }
}

function remember(form, letters) {
  try {
    localStorage.setItem(remembered(form), letters);
  } catch {
    return;
  }
}

function wake() {
  for (const form of document.querySelectorAll("form[data-find]")) {
    const input = form.querySelector("input");
    if (!input.value) input.value = recall(form);
    find(form);
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-find]");
  if (!form) return;
  remember(form, event.target.value);
  find(form);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-find]")) event.preventDefault();
});

// live.js swaps the page: what was typed stays, with the caret.
let typed = null;

document.addEventListener("page:leaving", () => {
  const input = document.querySelector("form[data-find] input");
  typed = input && { text: input.value, focused: document.activeElement === input, caret: input.selectionStart };
});

document.addEventListener("page:arrived", () => {
  const input = document.querySelector("form[data-find] input");
  if (input && typed) input.value = typed.text;
  wake();
  if (input && typed?.focused) {
    input.focus({ preventScroll: true });
    input.setSelectionRange(typed.caret, typed.caret);
  }
});

wake();
