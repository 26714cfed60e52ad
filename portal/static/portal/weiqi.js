// Draws weiqi positions: hears "board:show" with the plays from the start position. Each play says what it
// changes ("Bpd -pe": a stone, then what it takes), so no rule is known here; "=" is a play without a stone,
// "~pe" a point that was emptied by hand.

import { placed, pointName } from "./stones.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 20;
const EDGE = 30;

// Point ("pd") → its stone: colour and, where it was played, the number of its move.
const standing = (start) => new Map([...placed(start)].map(([point, colour]) => [point, { colour }]));

// The point under a tap on a drawing; empty beside the board.
export function pointAt(drawing, event, flipped = false) {
  const size = Number(drawing.dataset.size);
  const whole = 2 * EDGE + STEP * (size - 1);
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const [x, y] = flipped ? [whole - point.x, whole - point.y] : [point.x, point.y];
  const [column, row] = [Math.round((x - EDGE) / STEP), Math.round((y - EDGE) / STEP)];
  return column < 0 || row < 0 || column >= size || row >= size ? "" : pointName(column, row);
}

function element(kind, attributes, text = "") {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function turn(group, whole, flipped) {
  if ((group.dataset.turned === "true") === flipped) return;
  for (const text of group.children) {
    text.setAttribute("x", whole - text.getAttribute("x"));
    text.setAttribute("y", whole - text.getAttribute("y"));
  }
  group.dataset.turned = String(flipped);
}

document.addEventListener(
  "board:show",
  ({ target, detail: { moves, flipped } }) => {
    const drawing = target.querySelector("svg.weiqi");
    if (!drawing) return;
    const whole = 2 * EDGE + STEP * (Number(drawing.dataset.size) - 1);
    const at = (point) => {
      const [x, y] = [...point].map((letter) => EDGE + STEP * (letter.charCodeAt(0) - 97));
      return flipped ? { x: whole - x, y: whole - y } : { x, y };
    };
    const stones = standing(drawing.dataset.start);
    const taken = { B: 0, W: 0 };
    let last = "";
    moves.forEach((move, index) => {
      const tokens = move.split(" ");
      const side = tokens[0][0];
      last = tokens[0].slice(1);
      for (const [place, token] of tokens.entries()) {
        const [mark, point] = [token[0], token.slice(1)];
        if (mark === "B" || mark === "W") stones.set(point, { colour: mark.toLowerCase(), ply: place ? 0 : index + 1 });
        else stones.delete(point);
        if (mark === "-") taken[side] += 1;
      }
    });
    const on = [...stones];
    const drawn = on.map(([point, { colour }]) => element("use", { href: `#stone-${colour}`, ...at(point) }));
    const numbers = on
      .filter(([, stone]) => stone.ply)
      .map(([point, { colour, ply }]) => element("text", { class: `ply ${colour}`, ...at(point) }, ply));
    const mark = stones.get(last) && element("use", { href: `#last-${stones.get(last).colour}`, ...at(last) });
    drawing.querySelector("[data-stones]").replaceChildren(...drawn, ...numbers);
    drawing.querySelector("[data-marks]").replaceChildren(...(mark ? [mark] : []));
    for (const side of ["B", "W"]) target.querySelector(`[data-taken="${side}"]`).textContent = taken[side];
    turn(drawing.querySelector("[data-turns]"), whole, flipped);
  },
  { capture: true },
);
