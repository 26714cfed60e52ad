// How games ended, drawn from the line that stands in the page; it may be exchanged for a newer one.

import { drawBoard } from "./small_boards.js";

function draw() {
  for (const board of document.querySelectorAll("[data-final]")) {
    if (!board.firstChild) drawBoard(board, board.dataset.game, board.dataset.final);
  }
}

draw();
document.addEventListener("page:arrived", draw);
