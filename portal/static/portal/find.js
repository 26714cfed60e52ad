// Find me: a few letters, and the card says table, colour and opponent. Everything it says is in the page
// already: rows carry data-table, names carry data-player and data-colour, <template data-card> the words.

const LATIN = 3;
const MOST = 6;

export function plain(text) {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[đĐ]/g, "d")
    .replace(/[øØ]/g, "o")
    .replace(/[łŁ]/g, "l")
    .toLowerCase();
}

function wanted(text) {
  const letters = plain(text.trim());
  const enough = /[^\u0000-\u024f]/.test(letters) ? 1 : LATIN;
  return [...letters].length >= enough ? letters : "";
}

function matches(name, letters) {
  const words = plain(name.textContent);
  return words.includes(letters) && words.split(/[\s\-–·]+/).some((word) => word.startsWith(letters))
    ? true
    : /[^\u0000-\u024f]/.test(letters) && words.includes(letters);
}

function card(name) {
  const template = document.querySelector(`template[data-card="${name.dataset.colour}"]`);
  if (!template) return null;
  const filled = template.content.cloneNode(true);
  const row = name.closest("[data-table]");
  const fill = (slot, source) => {
    const place = filled.querySelector(`[data-slot="${slot}"]`);
    if (place && source) place.append(...[...source.cloneNode(true).childNodes]);
  };
  fill("me", name);
  fill("table", row?.querySelector("[data-at]"));
  fill("opponent", row?.querySelector(`[data-player]:not([data-player="${name.dataset.player}"])`));
  fill("result", row?.querySelector("[data-result]"));
  return filled;
}

export function find(form) {
  const input = form.querySelector("input");
  const cards = document.querySelector("[data-cards]");
  const count = form.querySelector("[data-count]");
  const letters = wanted(input.value);
  const rows = document.querySelectorAll("tr.mine");
  rows.forEach((row) => row.classList.remove("mine"));
  cards.replaceChildren();
  count.textContent = "";
  if (!letters) return;
  const seen = new Set();
  const found = [...document.querySelectorAll("[data-player][data-colour]")].filter((name) => {
    if (seen.has(name.dataset.player) || !matches(name, letters)) return false;
    seen.add(name.dataset.player);
    return true;
  });
  if (found.length === 0) count.textContent = form.dataset.none;
  if (found.length > MOST) {
    count.textContent = form.dataset.many.replace("%n", String(found.length));
    return;
  }
  for (const name of found) {
    const filled = card(name);
    if (filled) cards.append(filled);
    name.closest("tr")?.classList.add("mine");
  }
}

function remembered(form) {
  return `find:${form.dataset.find}`;
}

export function wake() {
  for (const form of document.querySelectorAll("form[data-find]")) {
    form.hidden = false;
    const input = form.querySelector("input");
    if (!input.value) input.value = localStorage.getItem(remembered(form)) ?? "";
    if (input.value) find(form);
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-find]");
  if (!form) return;
  localStorage.setItem(remembered(form), event.target.value);
  find(form);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-find]")) event.preventDefault();
});
