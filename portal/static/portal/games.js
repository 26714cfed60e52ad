// Filters the list of games: everything it asks for stands in the rows already. Of a list in parts the page has
// one; then all games are in the document of data-places, fetched once somebody asks for some of them.

import { asked, foundIn, nameOf, paired, variantsOf } from "./find.js";

const MOST = 200;
const form = () => document.querySelector("form[data-filter]");
const isInParts = () => Boolean(form().dataset.places);

function isLong(moves, length) {
  const [least, most] = length.split("-").map(Number);
  return moves >= least && moves <= most;
}

// `game`: what is asked about it, `texts`: the names of its sides.
function isWanted(game, texts, wanted, who, variants) {
  const same = ["round", "result", "opening"].every((name) => !wanted[name] || game[name] === wanted[name]);
  if (!same || (wanted.moves && !isLong(game.moves, wanted.moves))) return false;
  const sides = who.side ? [texts[who.side]] : [texts.first, texts.second];
  return !who.player.length || sides.some((text) => foundIn(text, who.player, variants));
}

function count(words, shown, all) {
  const place = form().querySelector("[data-count]");
  place.textContent = words.replace("%n", String(shown)).replace("%all", String(all));
}

const wordsOfCount = () => form().querySelector("[data-count]").dataset.words;

function filterRows(wanted) {
  const variants = variantsOf(form());
  const who = { player: asked(wanted.player, variants), side: wanted.side };
  const rows = [...document.querySelectorAll("[data-game]")];
  let shown = 0;
  for (const row of rows) {
    const texts = Object.fromEntries(["first", "second"].map((side) => [side, row.querySelector(`[data-side="${side}"]`).textContent]));
    const { round, result, opening } = row.dataset;
    row.hidden = !isWanted({ round, result, opening, moves: Number(row.dataset.moves) }, texts, wanted, who, variants);
    shown += row.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-game]:not([hidden])");
  }
  count(wordsOfCount(), shown, rows.length);
}

// All games of a list in parts: undefined until somebody asks, null while they are fetched, false where they did not
// come: they are asked for again with the next change of the filter, not sooner.
let known;

async function fetchGames() {
  known = null;
  try {
    const answer = await fetch(form().dataset.places, { credentials: "omit" });
    known = answer.ok && (await answer.json());
  } catch {
    known = false;
  }
  if (form()) filter();
}

const resultOf = (game) => game.results.map(({ value }) => (value === "1/2" ? "½–½" : value.replace("1/2", "½").replace("-", "–"))).join(", ") || "–";
const openingOf = (code) => (code && form().querySelector(`[name="opening"] option[value="${code}"]`)?.textContent) || "";

function rowOf(table, game) {
  const row = table.cloneNode(true);
  const fill = (slot, text) => {
    row.querySelector(`[data-slot="${slot}"]`).textContent = text;
  };
  for (const side of ["first", "second"]) {
    fill(side, nameOf(known.people[game[side]]));
    fill(`${side}-from`, known.people[game[side]].federation);
  }
  row.querySelector('[data-slot="first"]').href = form().dataset.root + game.path;
  fill("round", game.round);
  fill("table", game.game > 1 ? `${game.table}.${game.game}` : game.table);
  fill("result", resultOf(game));
  if (!game.results.some(({ forfeit }) => forfeit)) row.querySelector('[data-slot="forfeit"]').remove();
  fill("opening", openingOf(game.opening));
  fill("moves", game.moves);
  return row;
}

function tableOf(section, games) {
  const part = document.querySelector(`template[data-games="${section.game}"]`).content.cloneNode(true);
  const heading = part.querySelector('[data-slot="section"]');
  if (heading) {
    heading.textContent = nameOf(section);
    heading.href = `${form().dataset.root}${section.slug}/`;
  }
  const body = part.querySelector("tbody");
  const row = body.firstElementChild;
  body.replaceChildren(...games.map((game) => rowOf(row, game)));
  return part;
}

function filterAll(wanted) {
  const found = document.querySelector("[data-chosen]");
  const isAsked = Object.values(wanted).some(Boolean);
  const isShown = isAsked && Boolean(known);
  found.hidden = !isShown;
  found.replaceChildren();
  for (const one of document.querySelectorAll("[data-shown]")) one.hidden = isShown;
  count("", 0, 0);
  if (!isAsked) return;
  if (known === undefined) fetchGames();
  if (known === false) count(form().dataset.away, 0, 0);
  if (!known) return;
  const variants = paired(known.variants);
  const who = { player: asked(wanted.player, variants), side: wanted.side };
  const games = known.games.filter((game) => {
    const [first, second] = [game.first, game.second].map((at) => `${known.people[at].name} ${known.people[at].native_name}`);
    const { opening, moves } = game;
    const told = { round: String(game.round), result: game.results.map(({ value }) => value).join(""), opening, moves };
    return isWanted(told, { first, second }, wanted, who, variants);
  });
  for (const section of known.sections) {
    const mine = games.slice(0, MOST).filter((game) => game.section === section.slug);
    if (mine.length) found.append(tableOf(section, mine));
  }
  const isMore = games.length > MOST;
  count(isMore ? form().dataset.first : wordsOfCount(), isMore ? MOST : games.length, isMore ? games.length : known.games.length);
}

function filter() {
  const wanted = Object.fromEntries(new FormData(form()));
  if (isInParts()) filterAll(wanted);
  else filterRows(wanted);
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

document.addEventListener("input", (event) => {
  if (!event.target.closest("form[data-filter]")) return;
  if (known === false) known = undefined;
  filter();
});
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
  known = undefined;
  wake();
});

wake();
