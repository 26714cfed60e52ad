// A position that is set up on a board: a piece of the palette is chosen, and each tap on a point puts it there, or
// takes it away where it stands already. What counts is the FEN in the field below, which can be typed as well.

import { placed, written } from "./moves.js";
import { placeAt } from "./xiangqi.js";

const place = document.querySelector("[data-setup]");
const field = document.getElementById(place.dataset.setup);
const figure = place.querySelector("figure");
const drawing = figure.querySelector("svg");
const turn = place.querySelector("[data-turn]");
const EMPTY = "9/9/9/9/9/9/9/9/9/9";

let board = placed(EMPTY);
let piece = "K";

const isBlacks = () => turn.getAttribute("aria-pressed") === "true";

function show() {
  const detail = { moves: [], fen: written(board), flipped: false, arrows: [] };
  figure.dispatchEvent(new CustomEvent("board:show", { detail }));
}

function choose(letter) {
  piece = letter;
  for (const one of place.querySelectorAll("[data-piece]")) {
    one.setAttribute("aria-pressed", String(one.dataset.piece === letter));
  }
}

function write() {
  field.value = board.some(Boolean) ? `${written(board)} ${isBlacks() ? "b" : "w"}` : "";
  show();
}

// What is typed appears, once it is a whole board.
function read() {
  const found = placed(field.value.trim() || EMPTY);
  if (found.length !== board.length || !found.every((letter) => letter === "" || /^[kabnrcp]$/i.test(letter))) return;
  board = found;
  turn.setAttribute("aria-pressed", String(field.value.trim().split(/\s+/)[1] === "b"));
  show();
}

drawing.addEventListener("click", (event) => {
  const at = placeAt(drawing, event);
  if (at < 0) return;
  board[at] = board[at] === piece ? "" : piece;
  write();
});

place.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if ("piece" in button.dataset) choose(button.dataset.piece);
  if ("fill" in button.dataset) {
    board = placed(button.dataset.fill ? drawing.dataset.start : EMPTY);
    write();
  }
  if (button === turn) {
    turn.setAttribute("aria-pressed", String(!isBlacks()));
    write();
  }
});

field.addEventListener("input", read);
place.hidden = false;
choose(piece);
read();
