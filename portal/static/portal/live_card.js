// Running games on pages about something else. A card is one game of a section, that of the lowest table, or nothing
// while none is played; a list of tiles has those of the tables of a round that have no result yet, and the round's
// list says at which move they are. A page that is not looked at asks seldom; it may be exchanged for a newer one.

import { drawBoard } from "./small_boards.js";

const EVERY = 5_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;
const NO_PIECES = { xiangqi: Array(10).fill("9").join("/"), weiqi: Array(19).fill("19").join("/") };
const heard = new Map();

const places = () => [...document.querySelectorAll("[data-live-card]")];

async function ask(address) {
  const { tag } = heard.get(address);
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { headers, cache: "no-store", credentials: "omit", signal });
    // No longer shown: the link leads to what there is.
    if (answer.status === 404) hear(address, "", "");
    if (answer.status === 200) hear(address, answer.headers.get("ETag") ?? "", await answer.text());
  } catch {
    // Without a network the last position stays.
  }
  setTimeout(() => ask(address), document.hidden ? HIDDEN : EVERY);
}

function hear(address, tag, text) {
  heard.set(address, { tag, lines: text.split("\n").filter((line) => line.endsWith(" *")) });
  for (const place of places()) if (place.dataset.liveCard === address) show(place);
}

function show(place) {
  const { lines } = heard.get(place.dataset.liveCard);
  const running = new Map(lines.map((line) => [line.split(".", 1)[0], line]));
  showMoves(place, running);
  if (place.matches("aside")) return showTiles(place, running);
  const board = place.querySelector("svg");
  board.toggleAttribute("hidden", !lines.length);
  if (lines.length) drawBoard(board, place.dataset.game, lines[0]);
}

// Before the first move of all every board is empty; later only those are there that are played.
function showTiles(place, running) {
  const { game } = place.dataset;
  for (const tile of place.querySelectorAll("[data-live-table]")) {
    const line = running.get(tile.dataset.liveTable);
    const link = tile.querySelector("a");
    drawBoard(tile.querySelector("svg"), game, line ?? `- 0 ${NO_PIECES[game]} -`);
    tile.hidden = running.size > 0 && !line;
    if (line) link.href = link.dataset.board;
    tile.querySelector("[data-move]").textContent = line ? atMove(place, line) : "";
  }
}

function showMoves(place, running) {
  for (const row of (place.closest(".going") ?? document).querySelectorAll("[data-at-table]")) {
    const line = running.get(row.dataset.atTable);
    const dash = row.querySelector(".waiting");
    // As an attribute: what the row says is compared with what it said, and a move is no news.
    if (line && dash) Object.assign(dash.dataset, { move: move(place, line), atMove: atMove(place, line) });
  }
}

// Of xiangqi both sides' plies are one move.
function move(place, line) {
  const plies = Number(line.split(" ")[1]);
  return String(place.dataset.game === "weiqi" ? plies : Math.ceil(plies / 2));
}

function atMove(place, line) {
  return place.querySelector("template").innerHTML.trim().replace("%n", move(place, line));
}

function begin() {
  for (const place of places()) {
    const address = place.dataset.liveCard;
    if (heard.get(address)?.lines) show(place);
    else if (!heard.has(address)) {
      heard.set(address, { tag: "" });
      ask(address);
    }
  }
}

begin();
document.addEventListener("page:arrived", begin);
