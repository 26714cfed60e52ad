// One running game of a section on the front page and the event's page: that of the lowest table, or nothing while none
// is played. A page that is not looked at asks seldom.

import { drawBoard } from "./small_boards.js";

const EVERY = 5_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;

async function ask(card, tag) {
  let next = tag;
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(card.dataset.liveCard, { headers, cache: "no-store", credentials: "omit", signal });
    if (answer.status === 200) {
      next = answer.headers.get("ETag") ?? "";
      show(card, await answer.text());
    }
    // No longer shown: the link leads to what there is.
    if (answer.status === 404) card.querySelector("svg").setAttribute("hidden", "");
  } catch {
    // Without a network the last position stays.
  }
  setTimeout(() => ask(card, next), document.hidden ? HIDDEN : EVERY);
}

function show(card, text) {
  const board = card.querySelector("svg");
  const line = text.split("\n").find((one) => one.endsWith(" *"));
  board.toggleAttribute("hidden", !line);
  if (line) drawBoard(board, card.dataset.game, line);
}

for (const card of document.querySelectorAll("[data-live-card]")) ask(card, "");
