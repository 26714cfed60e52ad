// The wall of a round's boards: small boards are drawn from a line each ("12.1 83 4k4/…/5K3 h2e2 760 185 *"), which
// comes every two seconds for all boards of the page at once. Only boards whose line is another are drawn anew.

import { placed, square } from "./moves.js";

const SVG = "http://www.w3.org/2000/svg";
const EVERY = 2_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;
const GRID =
  "M20 26h160v180H20zM20 46h160M20 66h160M20 86h160M20 106h160M20 126h160M20 146h160M20 166h160M20 186h160" +
  "M40 26v80M60 26v80M80 26v80M100 26v80M120 26v80M140 26v80M160 26v80" +
  "M40 126v80M60 126v80M80 126v80M100 126v80M120 126v80M140 126v80M160 126v80M80 26l40 40M120 26l-40 40M80 206l40-40M120 206l-40-40";

const wall = document.querySelector("[data-wall]");
const credentials = wall && "wallSigned" in wall.dataset ? "same-origin" : "omit";
let tag = "";

function element(kind, attributes) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const spot = (place) => ({ x: 20 + 20 * (place % 9), y: 26 + 20 * Math.floor(place / 9) });

function xiangqi(board, position, last) {
  const ground = [element("rect", { class: "ground", width: 200, height: 232 }), element("g", { class: "lines" })];
  ground[1].append(element("path", { d: GRID }));
  const ends = last === "-" ? [] : [last.slice(0, 2), last.slice(2)].map((name) => spot(square(name)));
  const marks = ends.map((end) => element("use", { href: "#corner", ...end }));
  const pieces = placed(position)
    .map((letter, place) => letter && element("use", { href: `#piece-${letter}`, ...spot(place) }))
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

function clock(text) {
  if (text === "-") return "–";
  const seconds = Number(text);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function draw(link, line) {
  const [, , position, last, first, second, result] = line.split(" ");
  const draws = wall.dataset.game === "weiqi" ? weiqi : xiangqi;
  draws(link.querySelector("svg"), position, last);
  link.querySelector("[data-clocks]").textContent = `${clock(first)} · ${clock(second)}`;
  link.querySelector("[data-result]").textContent = result === "*" ? "" : result;
  link.dataset.line = line;
}

function show(text) {
  const lines = text.split("\n").filter(Boolean);
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

if (wall) {
  for (const link of wall.querySelectorAll("[data-line]")) draw(link, link.dataset.line);
  setTimeout(ask, EVERY);
}
