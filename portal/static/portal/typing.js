// A record as it is typed or tapped. The text is what counts: a tapped move is written into it at once, and so is
// kept, ordered and handed in like what is typed. The server reads the text and says what could follow (#so-far).
// Nobody waits for its answer: until it is there, further moves stand behind the text as squares ("H9-G7") and on
// the board as they were tapped; the answer writes them like the rest, or names the first that cannot be played.
// A record of weiqi is SGF, which needs no answer to be written: a tap adds a node to it.

import { after, legalMoves, nameOf, placed } from "./moves.js";
import { playOn, pointName } from "./stones.js";
import { pointAt } from "./weiqi.js";
import { placeAt } from "./xiangqi.js";

const PAUSE = 250;
const RETRY = 3_000;
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 200;
const HEIGHT = 232;
const PASS = "=";
const LAST_NODE = /;\s*[BW]\s*\[[A-Za-z]{0,2}\]\s*\)\s*$/;

const typing = document.querySelector("[data-typing]");
const text = document.getElementById("record-text");
const figure = typing?.querySelector("figure");
const drawing = figure?.querySelector("svg");
const said = () => document.getElementById("so-far");
const isWeiqi = drawing?.classList.contains("weiqi");
const lines = () => Number(drawing.dataset.size);

let flipped = typing ? "flipped" in typing.dataset : false;
let from = "";
let timer = 0;
let asking = false;
// The text as this script has written it, and as the server has read it.
let own = null;
let answered = null;
// The moves on the board; null while they are not known, since something was typed that has not been read.
let shown = null;
// So many moves at the end of the text were tapped; so many of these stand there as squares.
let tapped = 0;
let ahead = 0;

const moves = () => said().dataset.moves.split(isWeiqi ? "," : " ").filter(Boolean);

// {from: {to: text}}
function following() {
  const found = {};
  for (const one of said().dataset.following.split("|").filter(Boolean)) {
    const [move, written] = one.split(":");
    (found[move.slice(0, 2)] ??= {})[move.slice(2)] = written;
  }
  return found;
}

function spot(name) {
  const [x, y] = [20 + 20 * (name.charCodeAt(0) - 97), 26 + 20 * (9 - Number(name[1]))];
  return flipped ? [WIDTH - x, HEIGHT - y] : [x, y];
}

function nameAt(event) {
  if (isWeiqi) return pointAt(drawing, event, flipped);
  const place = placeAt(drawing, event, flipped);
  return place < 0 ? "" : nameOf(place);
}

function mark(name, kind) {
  const circle = document.createElementNS(SVG, "circle");
  const [x, y] = spot(name);
  circle.setAttribute("class", kind);
  circle.setAttribute("cx", x);
  circle.setAttribute("cy", y);
  circle.setAttribute("r", kind === "chosen" ? 9.5 : 3.5);
  return circle;
}

function toMove() {
  const { side } = said().dataset;
  const other = side === "first" ? "second" : "first";
  return (shown.length - moves().length) % 2 ? other : side;
}

const isRead = () => answered === text.value;

// {from: [to]} of the board as it is shown; the phone knows the rules itself.
function legal() {
  const found = {};
  const board = after(placed(said().dataset.start), shown);
  for (const [start, end] of legalMoves(board, toMove() === "first")) {
    (found[nameOf(start)] ??= []).push(nameOf(end));
  }
  return found;
}

function marks() {
  if (isWeiqi) return;
  let group = drawing.querySelector("[data-targets]");
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.dataset.targets = "";
    drawing.append(group);
  }
  const targets = from ? (legal()[from] ?? []) : [];
  group.replaceChildren(...(from ? [mark(from, "chosen"), ...targets.map((name) => mark(name, "target"))] : []));
}

function draw() {
  drawing.dataset.start = said().dataset.start;
  const detail = { moves: shown, fen: "", flipped, arrows: [] };
  figure.dispatchEvent(new CustomEvent("board:show", { detail }));
  marks();
  for (const button of typing.querySelectorAll("[data-nudge]")) button.disabled = !lastPoint();
}

function say(why) {
  const place = typing.querySelector("[data-unread]");
  place.textContent = why ? place.dataset[why] : "";
  place.hidden = !why;
}

function read() {
  clearTimeout(timer);
  if (asking) return;
  asking = true;
  const values = { text: text.value, ahead };
  htmx.ajax("POST", typing.dataset.read, { source: typing, target: "#so-far", swap: "outerHTML", values }).catch(() => {});
}

function later(pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(read, pause);
}

function write(value) {
  own = text.value = value;
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

function typed() {
  if (text.value === own) return;
  shown = null;
  own = null;
  tapped = ahead = 0;
  later();
}

function play(to) {
  const written = isRead() && following()[from]?.[to];
  shown = [...shown, from + to];
  tapped += 1;
  if (!written) ahead += 1;
  write(text.value.trimEnd() + (written ? said().dataset.before + written : ` ${from}-${to}`.toUpperCase()));
  from = "";
  draw();
  read();
}

// "Bpd" or "=", and what it takes.
function put(play, colour) {
  shown = [...shown, play];
  tapped += 1;
  const node = `;${colour}[${play === PASS ? "" : play.slice(1, 3)}]`;
  write((text.value.trim() || typing.dataset.empty).replace(/\s*\)\s*$/, `${node})`));
  say("");
  draw();
  read();
}

const colourNow = () => (toMove() === "first" ? "B" : "W");

function putAt(point) {
  const play = point && playOn(drawing.dataset.start, shown, lines(), point, colourNow());
  if (play) put(play, colourNow());
  else if (point) say("forbidden");
}

const lastPoint = () => (isWeiqi && tapped && shown?.length && shown.at(-1) !== PASS ? shown.at(-1).slice(1, 3) : "");

// The stone that was put last goes to the next point: a finger is wider than the lines are apart.
function nudge(across, down) {
  const turned = flipped ? -1 : 1;
  const [x, y] = [...lastPoint()].map((letter) => letter.charCodeAt(0) - 97);
  const [column, row] = [x + turned * across, y + turned * down];
  if (column < 0 || row < 0 || column >= lines() || row >= lines()) return;
  const colour = shown.at(-1)[0];
  const before = shown.slice(0, -1);
  const play = playOn(drawing.dataset.start, before, lines(), pointName(column, row), colour);
  if (!play) return say("forbidden");
  shown = before;
  tapped -= 1;
  own = text.value = text.value.replace(LAST_NODE, ")");
  put(play, colour);
}

function tap(event) {
  const name = nameAt(event);
  if (!shown) return say("typed");
  if (isWeiqi) return isOpen() ? putAt(name) : say("closed");
  const can = legal();
  if (can[from]?.includes(name)) return play(name);
  from = name in can && name !== from ? name : "";
  marks();
}

// Taps add to a record of one line in which the site finds no fault.
const isOpen = () => !isWeiqi || Boolean(said().dataset.following || tapped);

function pass() {
  if (!shown) say("typed");
  else if (isOpen()) put(PASS, colourNow());
  else say("closed");
}

function withoutLast(value) {
  if (isWeiqi) return value.replace(LAST_NODE, ")");
  return value.replace(/(^|\s+)(?:\d+\s*[.、．]\s*)?\S+\s*$/, "");
}

function takeBack() {
  const left = withoutLast(text.value);
  from = "";
  if (!tapped) {
    text.value = left;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    return read();
  }
  shown = shown.slice(0, -1);
  tapped -= 1;
  ahead = Math.max(0, ahead - 1);
  write(left);
  draw();
  read();
}

function turn(button) {
  flipped = !flipped;
  button.setAttribute("aria-pressed", String(flipped));
  draw();
}

// It is moved within its frame then, by keyboard too.
function enlarge(button) {
  const isLarge = figure.classList.toggle("enlarged");
  button.setAttribute("aria-pressed", String(isLarge));
  figure.tabIndex = isLarge ? 0 : -1;
}

// What was sent has been read; more may have been written since.
function heard(sent) {
  const { mended, start } = said().dataset;
  const since = text.value.startsWith(sent) ? text.value.slice(sent.length) : null;
  answered = mended ?? sent;
  if (mended !== undefined && since !== null) {
    write(mended + since);
    ahead = Math.min(ahead, since.split(/\s+/).filter(Boolean).length);
  }
  if (!isRead() || !start) return;
  shown = moves();
  if (!said().dataset.following) tapped = 0;
  if (!isWeiqi && !(from in legal())) from = "";
  draw();
}

// Whether this is an answer to us, and not what the hall's network says in its place.
const isOurs = ({ status, response }) => status === 200 && /id="so-far"/.test(response);

if (typing && text) {
  typing.hidden = false;
  text.addEventListener("input", typed);
  drawing.addEventListener("click", tap);
  typing.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && "takeBack" in button.dataset) takeBack();
    if (button && "turn" in button.dataset) turn(button);
    if (button && "pass" in button.dataset) pass();
    if (button && "nudge" in button.dataset) nudge(...button.dataset.nudge.split(" ").map(Number));
    if (button && "enlarge" in button.dataset) enlarge(button);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "so-far") detail.shouldSwap = isOurs(detail.xhr);
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "so-far") heard(detail.requestConfig.parameters.text);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.target.id !== "so-far") return;
    if (detail.requestConfig.elt === typing) asking = false;
    if (!isOurs(detail.xhr)) {
      say("away");
      return later(RETRY);
    }
    say("");
    if (!isRead()) later(own === text.value ? 0 : PAUSE);
  });
  addEventListener("online", read);
  read();
}
