// The board of a running game beside its table, drawn anew whenever a move has come in.

import { drawBoard } from "./small_boards.js";

document.addEventListener("htmx:afterSettle", () => {
  const board = document.querySelector("[data-board-line]");
  if (board && !board.firstChild) drawBoard(board, board.dataset.game, board.dataset.boardLine);
});
