// Find me: a few letters, and the card says table, colour and opponent. Everything it says is in the page
// already: rows carry data-table, names data-player and data-colour, <template data-card> has the words. Of a
// table in parts the page has one; where everybody is says the document of data-places, fetched once somebody types.

const LATIN = 2;
const MOST = 6;
const CHARACTERS = /[\u2e80-\u{10ffff}]/u;
const LETTERS = { đ: "d", ø: "o", ł: "l", ı: "i", æ: "ae", œ: "oe", ð: "d", þ: "th", ß: "ss" };

// The same as `tournaments.text.name_search.search_key`, with the part of its table that this page needs.
function folded(text, variants) {
  const plain = text.normalize("NFKC").toLowerCase();
  const simple = Array.from(plain, (character) => variants.get(character) ?? character).join("");
  const bare = simple.normalize("NFD").replace(/\p{M}+/gu, "").normalize("NFC").replace(/[đøłıæœðþß]/g, (letter) => LETTERS[letter]);
  return bare.match(/(?:(?=[\u2e80-\u{10ffff}])[\p{L}\p{N}])+|(?:(?![\u2e80-\u{10ffff}])[\p{L}\p{N}])+/gu) ?? [];
}

export function variantsOf(form) {
  return paired(form.dataset.variants ?? "");
}

export function paired(text) {
  const pairs = Array.from(text);
  return new Map(pairs.flatMap((written, at) => (at % 2 ? [] : [[written, pairs[at + 1]]])));
}

// A Chinese name is found by one character, a Latin one by two letters of it: there are names that have no more.
export function asked(text, variants) {
  const words = folded(text, variants);
  const letters = words.join("");
  return letters.length >= (CHARACTERS.test(letters) ? 1 : LATIN) ? words : [];
}

// ü after l or n is typed in three ways, as `spellings` has it.
const spellings = (words) => [words, ...["u", "v", "yu"].map((typed) => words.map((word) => word.replace(/([ln])(?:yu|v|u)/g, `$1${typed}`)))];

// A word in letters is found by its beginning, one in characters by any part of it; in any order.
export function foundIn(text, words, variants) {
  const name = folded(text, variants);
  const stands = (word) => name.some((one) => (CHARACTERS.test(word) ? one.includes(word) : one.startsWith(word)));
  return spellings(words).some((way) => way.every(stands));
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

// The same for a table in parts. `known`: the document; undefined until somebody types, null while it is asked for,
// false where it did not come: it is asked for again with the next letter, not sooner, or every phone in the hall
// would ask without end while the site is away.
let known;

async function fetchPlaces(form) {
  known = null;
  try {
    const answer = await fetch(form.dataset.places, { credentials: "omit" });
    known = answer.ok && (await answer.json());
  } catch {
    known = false;
  }
  find(form);
}

const isChinese = () => document.documentElement.lang.startsWith("zh");
export const nameOf = (one) => (isChinese() ? [one.native_name, one.name] : [one.name, one.native_name]).filter(Boolean).join(" ");

function addressOf(form, one) {
  const part = (one[form.dataset.by || "part"] - 1) * Number(form.dataset.windows ?? 1) + 1;
  const row = form.dataset.by === "part" && one.kind === "second" ? one.opponent : one.number;
  return `${form.dataset.first}${part === 1 ? "" : `part/${part}/`}#row-${row}`;
}

function placeCard(form, one) {
  const card = document.querySelector(`template[data-card="${one.kind}"]`).content.cloneNode(true);
  const opponent = known.places.find((other) => other.number === one.opponent);
  const words = { me: one, opponent };
  for (const [slot, person] of Object.entries(words)) {
    const place = card.querySelector(`[data-slot="${slot}"]`);
    if (place && person) place.textContent = `${nameOf(person)} ${person.federation}`;
  }
  const at = card.querySelector('[data-slot="table"]');
  if (at) at.textContent = one.table ?? one.rank ?? one.number;
  // By table there is no row of who plays nobody.
  const link = card.querySelector("[data-row]");
  if (link) link.href = addressOf(form, one);
  return card;
}

function findPlaces(form, cards, count) {
  if (known === undefined && asked(form.querySelector("input").value, new Map()).length) fetchPlaces(form);
  if (known === false) count.textContent = form.dataset.away;
  if (!known) return;
  const variants = paired(known.variants);
  const words = asked(form.querySelector("input").value, variants);
  if (!words.length) return;
  const found = known.places.filter((one) => foundIn(`${one.name} ${one.native_name}`, words, variants));
  if (!found.length) count.textContent = form.dataset.none;
  if (found.length > MOST) {
    count.textContent = form.dataset.many.replace("%n", String(found.length));
    return;
  }
  for (const one of found) {
    cards.append(placeCard(form, one));
    document.getElementById(new URL(addressOf(form, one), location.href).hash.slice(1))?.classList.add("mine");
  }
}

function find(form) {
  const cards = document.querySelector("[data-cards]");
  const count = form.querySelector("[data-count]");
  const variants = variantsOf(form);
  const words = asked(form.querySelector("input").value, variants);
  document.querySelectorAll("tr.mine").forEach((row) => row.classList.remove("mine"));
  cards.replaceChildren();
  count.textContent = "";
  if (form.dataset.places) {
    findPlaces(form, cards, count);
    return;
  }
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
  if (known === false) known = undefined;
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
  known = undefined;
  wake();
  if (input && typed?.focused) {
    input.focus({ preventScroll: true });
    input.setSelectionRange(typed.caret, typed.caret);
  }
});

wake();
