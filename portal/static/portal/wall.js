// The wall of a round's boards: small boards are drawn from a line each ("12.1 83 4k4/…/5K3 h2e2 760 185 *"), which
// comes every two seconds for all boards of the page at once. Only boards whose line is another are drawn anew.

import { clock, drawBoard } from "./small_boards.js";

const EVERY = 2_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;
const TURN = 15_000;
const wall = document.querySelector("[data-wall]");
const credentials = wall && "wallSigned" in wall.dataset ? "same-origin" : "omit";
let tag = "";

function draw(link, line) {
  const [, , , , first, second, result] = line.split(" ");
  drawBoard(link.querySelector("svg"), wall.dataset.game, line);
  link.querySelector("[data-clocks]").textContent = `${clock(first)} · ${clock(second)}`;
  link.querySelector("[data-result]").textContent = result === "*" ? "" : result;
  link.dataset.line = line;
}

function show(text) {
  const lines = text.split("\n").filter(Boolean);
  // Of those that play, or have ended, others are left over by now.
  if ("changes" in wall.dataset && lines.length !== wall.children.length) return location.reload();
  for (const line of lines) {
    const link = wall.querySelector(`[data-board-key="${line.split(" ", 1)[0]}"]`);
    // A board that was not there: the page has it.
    if (!link) return location.reload();
    if (link.dataset.line !== line) draw(link, line);
  }
}

async function ask() {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(wall.dataset.wall, { headers, cache: "no-store", credentials, signal });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      show(await answer.text());
    }
  } catch {
    // Without a network the last positions stay.
  }
  setTimeout(ask, document.hidden ? HIDDEN : EVERY);
}

// The hall's screen turns through the boards.
function turn(first) {
  const boards = [...wall.children];
  const many = Number(wall.dataset.atATime);
  boards.forEach((board, place) => board.toggleAttribute("hidden", place < first || place >= first + many));
  setTimeout(() => turn(first + many < boards.length ? first + many : 0), TURN);
}

if (wall) {
  if (wall.dataset.atATime) turn(0);
  for (const link of wall.querySelectorAll("[data-line]")) draw(link, link.dataset.line);
  setTimeout(ask, EVERY);
}
