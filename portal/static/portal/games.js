// Filters the list of games: everything it asks for stands in the rows already.

import { asked, foundIn, variantsOf } from "./find.js";

const form = () => document.querySelector("form[data-filter]");

function isPlayed(row, { player, side }, variants) {
  if (!player.length) return true;
  const cells = [...row.querySelectorAll(side ? `[data-side="${side}"]` : "[data-side]")];
  return cells.some((cell) => foundIn(cell.textContent, player, variants));
}

function isLong(row, moves) {
  const [least, most] = moves.split("-").map(Number);
  return Number(row.dataset.moves) >= least && Number(row.dataset.moves) <= most;
}

function filter() {
  const wanted = Object.fromEntries(new FormData(form()));
  const variants = variantsOf(form());
  const who = { player: asked(wanted.player, variants), side: wanted.side };
  const rows = [...document.querySelectorAll("[data-game]")];
  let shown = 0;
  for (const row of rows) {
    const same = ["round", "result", "opening"].every((name) => !wanted[name] || row.dataset[name] === wanted[name]);
    row.hidden = !(same && (!wanted.moves || isLong(row, wanted.moves)) && isPlayed(row, who, variants));
    shown += row.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-game]:not([hidden])");
  }
  const count = form().querySelector("[data-count]");
  count.textContent = count.dataset.words.replace("%n", String(shown)).replace("%all", String(rows.length));
}

// "#player=Xu%20Yinchuan" is where the search leads to.
function fromAddress() {
  const { player } = form().elements;
  if (!player.value) player.value = new URLSearchParams(location.hash.slice(1)).get("player") ?? "";
}

function wake() {
  if (!form()) return;
  form().hidden = false;
  fromAddress();
  // On a phone the list comes first.
  form().querySelector("details").open ||= matchMedia("(min-width: 48rem)").matches;
  filter();
}

document.addEventListener("input", (event) => event.target.closest("form[data-filter]") && filter());
document.addEventListener("submit", (event) => event.target.matches("form[data-filter]") && event.preventDefault());

// live.js swaps the page: what was asked for stays.
let before = null;

document.addEventListener("page:leaving", () => {
  before = form() && Object.fromEntries(new FormData(form()));
});

document.addEventListener("page:arrived", () => {
  for (const [name, text] of Object.entries(before ?? {})) {
    if (form()?.elements[name]) form().elements[name].value = text;
  }
  wake();
});

wake();
