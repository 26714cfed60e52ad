// Small boards of running games, drawn from the line that the wall has for each ("12.1 83 4k4/…/5K3 h2e2 760 185 *").
// Where a page has no drawings of the pieces they are drawn here as templates/games/_xiangqi.html draws them.

import { placed, square } from "./moves.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 200;
const HEIGHT = 232;
// On pages in simplified Chinese everything is simplified.
const SIMPLIFIED = document.documentElement.lang.toLowerCase() === "zh-hans";
const SCRIPT = SIMPLIFIED ? "zh-Hans" : "zh-Hant";
const RIVER = ["楚河", SIMPLIFIED ? "汉界" : "漢界"];
const GLYPHS = SIMPLIFIED
  ? { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" }
  : { K: "帥", A: "仕", B: "相", N: "馬", R: "車", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" };
const GRID =
  "M20 26h160v180H20zM20 46h160M20 66h160M20 86h160M20 106h160M20 126h160M20 146h160M20 166h160M20 186h160" +
  "M40 26v80M60 26v80M80 26v80M100 26v80M120 26v80M140 26v80M160 26v80" +
  "M40 126v80M60 126v80M80 126v80M100 126v80M120 126v80M140 126v80M160 126v80M80 26l40 40M120 26l-40 40M80 206l40-40M120 206l-40-40";

const CORNER = "M-9.5-5.5v-4h4M5.5-9.5h4v4M9.5 5.5v4h-4M-5.5 9.5h-4v-4";

function element(kind, attributes) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function written(words, attributes) {
  const text = element("text", { lang: SCRIPT, ...attributes });
  text.textContent = words;
  return text;
}

function spot(place, flipped) {
  const [x, y] = [20 + 20 * (place % 9), 26 + 20 * Math.floor(place / 9)];
  return flipped ? { x: WIDTH - x, y: HEIGHT - y } : { x, y };
}

function piece(letter, { x, y }) {
  if (document.getElementById(`piece-${letter}`)) return element("use", { href: `#piece-${letter}`, x, y });
  const side = letter === letter.toUpperCase() ? "first" : "second";
  const group = element("g", { class: `piece ${side}`, transform: `translate(${x} ${y})` });
  const disc = element("circle", { class: "disc", r: 8.6 });
  group.append(disc, element("circle", { class: "ring", r: 7.3 }), written(GLYPHS[letter], {}));
  return group;
}

function corner({ x, y }) {
  if (document.getElementById("corner")) return element("use", { href: "#corner", x, y });
  return element("path", { class: "corner", d: CORNER, transform: `translate(${x} ${y})` });
}

function xiangqi(board, position, last, flipped) {
  const ground = [element("rect", { class: "ground", width: WIDTH, height: HEIGHT }), element("g", { class: "lines" })];
  ground[1].append(element("path", { d: GRID }), element("rect", { class: "frame", x: 17, y: 23, width: 166, height: 186 }));
  const river = element("g", { class: "river" });
  river.append(...RIVER.map((words, bank) => written(words, { x: 62 + 80 * bank, y: 116 })));
  ground.push(river);
  const ends = last === "-" ? [] : [last.slice(0, 2), last.slice(2)].map((name) => spot(square(name), flipped));
  const marks = ends.map(corner);
  const pieces = placed(position)
    .map((letter, place) => letter && piece(letter, spot(place, flipped)))
    .filter(Boolean);
  board.replaceChildren(...ground, ...marks, ...pieces);
}

function weiqi(board, position, last) {
  const rows = position.split("/");
  const size = rows.length;
  const whole = 20 * (size + 1);
  board.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
  const lines = Array.from({ length: size }, (_, line) => {
    const at = 20 * (line + 1);
    return `M20 ${at}H${whole - 20}M${at} 20V${whole - 20}`;
  }).join("");
  const ground = [element("rect", { class: "ground", width: whole, height: whole }), element("g", { class: "lines" })];
  ground[1].append(element("path", { d: lines }));
  const stones = [];
  rows.forEach((row, y) => {
    let x = 0;
    for (const [run] of row.matchAll(/\d+|[bw]/g)) {
      if (run === "b" || run === "w") {
        const isLast = last === String.fromCharCode(97 + x, 97 + y);
        stones.push(element("circle", { class: `stone ${run}${isLast ? " last" : ""}`, cx: 20 * ++x, cy: 20 * (y + 1), r: 9.2 }));
      } else x += Number(run);
    }
  });
  board.replaceChildren(...ground, ...stones);
}

export function clock(text) {
  if (text === "-") return "–";
  const seconds = Number(text);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

// Weiqi is seen from one side alone.
export function drawBoard(board, game, line, flipped = false) {
  const [, , position, last] = line.split(" ");
  if (game === "weiqi") weiqi(board, position, last);
  else xiangqi(board, position, last, flipped);
}
