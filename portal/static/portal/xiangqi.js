// Draws xiangqi positions: hears "board:show" with the moves (h2e2) from the start position, or a FEN, and with
// arrows as {move, kind}.

import { after, placed, square } from "./moves.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 200;
const HEIGHT = 232;

function spot(place, flipped) {
  const [x, y] = [20 + 20 * (place % 9), 26 + 20 * Math.floor(place / 9)];
  return flipped ? [WIDTH - x, HEIGHT - y] : [x, y];
}

// The square under a tap on a drawing; -1 beside the board.
export function placeAt(drawing, event, flipped = false) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const [x, y] = flipped ? [WIDTH - point.x, HEIGHT - point.y] : [point.x, point.y];
  const [file, row] = [Math.round((x - 20) / 20), Math.round((y - 26) / 20)];
  return file >= 0 && file < 9 && row >= 0 && row < 10 ? file + 9 * row : -1;
}

function use(href, place, flipped) {
  const element = document.createElementNS(SVG, "use");
  const [x, y] = spot(place, flipped);
  element.setAttribute("href", href);
  element.setAttribute("x", x);
  element.setAttribute("y", y);
  return element;
}

// From the edge of one piece to the edge of the other, with its head.
function arrow({ move, kind }, flipped) {
  const [[x, y], [toX, toY]] = [move.slice(0, 2), move.slice(2)].map((name) => spot(square(name), flipped));
  const far = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / far, (toY - y) / far];
  const at = (along, across = 0) =>
    `${(x + dx * along - dy * across).toFixed(1)} ${(y + dy * along + dx * across).toFixed(1)}`;
  const path = document.createElementNS(SVG, "path");
  const [from, tip] = [7, far - 6];
  path.setAttribute("class", `arrow ${kind}`);
  path.setAttribute(
    "d",
    `M${at(from, 1.1)}L${at(tip - 6, 1.1)}L${at(tip - 6, 3.6)}L${at(tip)}L${at(tip - 6, -3.6)}L${at(tip - 6, -1.1)}L${at(from, -1.1)}Z`,
  );
  return path;
}

function turn(group, flipped) {
  if ((group.dataset.turned === "true") === flipped) return;
  for (const text of group.children) {
    text.setAttribute("x", WIDTH - text.getAttribute("x"));
    text.setAttribute("y", HEIGHT - text.getAttribute("y"));
  }
  group.dataset.turned = String(flipped);
}

// One step on or back: the piece that moved slides to where it stands now.
const SLIDE = 160;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;

function slide(drawing, moves, flipped) {
  const [fewer, more] = before?.length < moves?.length ? [before, moves] : [moves, before];
  before = moves;
  if (calm.matches || !fewer || !more?.length || fewer.join() !== more.slice(0, -1).join()) return;
  const ends = [more.at(-1).slice(0, 2), more.at(-1).slice(2)].map((name) => spot(square(name), flipped));
  const [[fromX, fromY], [x, y]] = more === moves ? ends : ends.reverse();
  const piece = drawing.querySelector(`[data-pieces] use[x="${x}"][y="${y}"]`);
  piece.parentNode.append(piece);
  piece.animate([{ transform: `translate(${fromX - x}px, ${fromY - y}px)` }, { transform: "none" }], {
    duration: SLIDE,
    easing: "ease-out",
  });
}

document.addEventListener(
  "board:show",
  ({ target, detail: { moves, fen, flipped, arrows } }) => {
    const drawing = target.querySelector("svg.xiangqi");
    if (!drawing) return;
    const squares = fen ? placed(fen) : after(placed(drawing.dataset.start), moves);
    const last = fen || !moves.length ? [] : [moves.at(-1).slice(0, 2), moves.at(-1).slice(2)].map(square);
    const pieces = squares.map((letter, place) => letter && use(`#piece-${letter}`, place, flipped)).filter(Boolean);
    drawing.querySelector("[data-marks]").replaceChildren(...last.map((place) => use("#corner", place, flipped)));
    drawing.querySelector("[data-pieces]").replaceChildren(...pieces);
    drawing.querySelector("[data-arrows]").replaceChildren(...arrows.map((one) => arrow(one, flipped)));
    turn(drawing.querySelector("[data-turns]"), flipped);
    slide(drawing, fen ? null : moves, flipped);
  },
  { capture: true },
);
