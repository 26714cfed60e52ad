// One running game over a stream's picture: board, clocks, result and the last moves, and nothing behind them. The page
// asks for itself and takes what has changed.

import { drawBoard } from "./small_boards.js";

const EVERY = 2_000;
const PATIENCE = 10_000;

let tag = "";

const shown = () => document.querySelector("[data-overlay]");

function draw() {
  const { game, line, flipped } = shown().dataset;
  drawBoard(shown().querySelector("svg"), game, line, flipped === "yes");
}

async function ask() {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(location.href, { headers, cache: "no-store", credentials: "omit", signal });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-overlay]");
      if (next) {
        shown().replaceWith(document.importNode(next, true));
        draw();
      }
    }
  } catch {
    // Without a network the last position stays on the picture.
  }
  setTimeout(ask, EVERY);
}

draw();
setTimeout(ask, EVERY);
