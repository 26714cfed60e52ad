// The board of a running game for whoever writes its plies. What is tapped stands on the board at once and is kept on
// the device until the site has answered; each ply goes under a key of its own, so sent twice it counts once. What
// stands at the site comes every two seconds and is drawn below what is still on its way. The phone knows the moves
// of xiangqi itself (moves.js): over the board an illegal one is asked about and kept as it was played, on a player's
// own device it is not offered. Captures of weiqi are the site's.

import { after, legalMoves, nameOf, placed } from "./moves.js";
import { fresh } from "./queue.js";
import { pointAt } from "./weiqi.js";
import { placeAt } from "./xiangqi.js";

const SVG = "http://www.w3.org/2000/svg";
const EVERY = 2_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;
const WIDTH = 200;
const HEIGHT = 232;
const PASS = "--";

const table = document.querySelector("[data-live-table]");
const figure = table.querySelector("figure");
const drawing = figure.querySelector("svg");
const { game, viewer, first } = table.dataset;
const isXiangqi = game === "xiangqi";
const isOwn = viewer === "first" || viewer === "second";
const part = (name) => table.querySelector(`[data-${name}]`);
const store = `live:${table.dataset.send}`;

let state = JSON.parse(document.getElementById("live-state").textContent);
let waiting = stored();
let from = "";
let flipped = "flipped" in table.dataset;
let sending = false;
let asked = null;
let timer = 0;

// Plies that the site has not answered yet: {ply, move, key, clock_first, clock_second}.
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(store) ?? "null");
    return found && found.players.join() === state.players.join() ? found.plies : [];
  } catch {
    return [];
  }
}

function keep(plies) {
  waiting = plies;
  try {
    localStorage.setItem(store, JSON.stringify({ players: state.players, plies }));
  } catch {
    // Without storage what waits lives as long as the page.
  }
}

const line = () => [...state.moves, ...waiting.filter((one) => one.ply > state.moves.length).map((one) => one.move)];
const toMove = () => ((line().length % 2 === 0) === (first === "first") ? "first" : "second");
const isUncertain = () => state.certain_to !== null;
const boardNow = () => after(placed(drawing.dataset.start), line());

function legal() {
  const found = {};
  for (const [start, end] of legalMoves(boardNow(), toMove() === "first")) {
    (found[nameOf(start)] ??= []).push(nameOf(end));
  }
  return found;
}

function spot(name) {
  const [x, y] = [20 + 20 * (name.charCodeAt(0) - 97), 26 + 20 * (9 - Number(name[1]))];
  return flipped ? [WIDTH - x, HEIGHT - y] : [x, y];
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

function marks() {
  if (!isXiangqi) return;
  let group = drawing.querySelector("[data-targets]");
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.dataset.targets = "";
    drawing.append(group);
  }
  const targets = from ? (legal()[from] ?? []).filter((to) => !state.disabled.includes(from + to)) : [];
  group.replaceChildren(...(from ? [mark(from, "chosen"), ...targets.map((name) => mark(name, "target"))] : []));
}

// In weiqi a ply that the site has not answered yet is a stone, and takes nothing.
function shownMoves() {
  if (isXiangqi) return line();
  const colours = first === "first" ? "BW" : "WB";
  const later = line().slice(state.plays.length);
  return [
    ...state.plays,
    ...later.map((move, place) => (move === PASS ? "=" : colours[(state.plays.length + place) % 2] + move)),
  ];
}

function arrows() {
  const last = state.prompts.at(-1);
  return isXiangqi && last && waiting.length === 0 ? last.arrows.map((move) => ({ move, kind: "series" })) : [];
}

function say(name, text) {
  const place = part(name);
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

function listed(name, rows) {
  part(name).hidden = !rows.length;
  part(name).replaceChildren(
    ...rows.map((row) => {
      const item = document.createElement("li");
      item.append(...[row].flat());
      return item;
    }),
  );
}

// A sentence around the article that it cites, whose text is one tap away.
function cited([before, article, after, path]) {
  if (!path) return [before];
  const link = Object.assign(document.createElement("a"), { href: table.dataset.home + path, textContent: article });
  return [before, link, after];
}

function draw() {
  figure.dispatchEvent(
    new CustomEvent("board:show", { detail: { moves: shownMoves(), fen: "", flipped, arrows: arrows() } }),
  );
  marks();
  const side = toMove();
  say("turn-words", state.over ? table.dataset.over.replace("%s", state.over) : words(side));
  listed("prompts", state.prompts.map((one) => cited(one.cited)));
  say("clock-texts", state.clock_texts.some(Boolean) ? state.clock_texts.map((text) => text || "–").join(" · ") : "");
  if (part("reported")) say("reported", state.reported);
  listed("objections", state.objections);
  listed("live-moves", numbered());
  part("take-back").disabled = line().length === 0;
}

// The moves two by two, as they are written down; what the site has not read yet stands as it was tapped.
function numbered() {
  const late = first === "second" && isXiangqi ? ["…"] : [];
  const texts = [...late, ...line().map((move, place) => state.texts[place] ?? move)];
  return Array.from({ length: Math.ceil(texts.length / 2) }, (_, pair) =>
    [`${pair + 1}.`, ...texts.slice(2 * pair, 2 * pair + 2)].join(" "),
  );
}

function words(side) {
  if (isUncertain()) return table.dataset.illegal.replace("%s", String(state.certain_to + 1));
  return side === "first" ? table.dataset.toMoveFirst : table.dataset.toMoveSecond;
}

// Seconds of "1:02:11", "58:30" or "45"; null where nothing, or nothing readable, stands there.
function clock(side) {
  const input = table.querySelector(`[data-clock="${side}"]`);
  const parts = input.value.trim().split(/[:.：]/).map(Number);
  input.value = "";
  if (!parts[0] && parts.length === 1) return null;
  return parts.some(Number.isNaN) ? null : parts.reduce((sum, part) => sum * 60 + part, 0);
}

// What of byo-yomi or of a Canadian period is left, as it was typed; the site reads it.
function overtime() {
  const left = {};
  for (const input of table.querySelectorAll("[data-overtime]")) {
    if (input.value.trim()) left[`overtime_${input.dataset.overtime}`] = input.value.trim();
    input.value = "";
  }
  return left;
}

function play(move) {
  from = "";
  say("refused", "");
  const clocks = { clock_first: clock("first"), clock_second: clock("second") };
  const one = { ply: line().length + 1, move, key: fresh(), ...clocks, ...overtime() };
  keep([...waiting, one]);
  draw();
  send();
}

function ask(move) {
  asked = move;
  part("impossible").hidden = false;
  part("played").focus();
}

function answered(isPlayed) {
  const move = asked;
  asked = null;
  part("impossible").hidden = true;
  if (isPlayed) play(move);
  else {
    from = "";
    marks();
  }
}

const mayTap = () => !state.over && !(isOwn && toMove() !== viewer);

function tapped(event) {
  if (!mayTap() || asked) return;
  if (!isXiangqi) return tapPoint(event);
  const place = placeAt(drawing, event, flipped);
  if (place < 0) return;
  const name = nameOf(place);
  const letter = boardNow()[place];
  const own = letter !== "" && (letter === letter.toUpperCase()) === (toMove() === "first");
  if (own || !from) {
    from = own && name !== from ? name : "";
    return marks();
  }
  const move = from + name;
  if (state.disabled.includes(move)) return say("refused", table.dataset.disabled.replace("%s", move));
  if (isUncertain() || legal()[from]?.includes(name)) return play(move);
  if (isOwn) {
    from = "";
    return marks();
  }
  ask(move);
}

function tapPoint(event) {
  const point = pointAt(drawing, event, flipped);
  if (point) play(point);
}

function token() {
  const input = document.querySelector('input[name="csrfmiddlewaretoken"]');
  return input ? input.value : (/csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "");
}

async function post(body) {
  const signal = AbortSignal.timeout(PATIENCE);
  const headers = { "X-CSRFToken": token() };
  const form = new URLSearchParams({ sent: JSON.stringify({ players: state.players, ...body }) });
  const answer = await fetch(table.dataset.send, { method: "POST", body: form, headers, redirect: "error", signal });
  if (answer.headers.get("Content-Type") !== "application/json") throw new Error(answer.statusText);
  return answer.json();
}

function heard(found) {
  state = found.state ?? found;
  keep(waiting.filter((one) => one.ply > state.moves.length || state.moves[one.ply - 1] !== one.move));
  draw();
}

// One request at a time: the plies are in order.
async function send() {
  if (sending || !waiting.length) return;
  sending = true;
  const sent = waiting;
  try {
    const found = await post({ plies: sent });
    say("unsent-words", "");
    const answers = found.answers ?? [];
    const refused = found.refused ?? answers.find((one) => one.refused)?.text ?? "";
    const rest = waiting.filter((one) => !sent.includes(one));
    // What was refused, and what rests on it, is not sent again: the site has said why.
    keep(refused ? [] : rest);
    say("refused", refused);
    heard(found);
  } catch {
    say("unsent-words", table.dataset.unsent.replace("%s", String(waiting.length)));
  }
  sending = false;
  later(waiting.length ? 0 : EVERY);
}

async function takeBack() {
  say("refused", "");
  if (waiting.length && !sending) {
    keep(waiting.slice(0, -1));
    return draw();
  }
  if (!state.moves.length) return;
  try {
    const found = await post({ back: state.moves.length - 1 });
    const refused = found.refused ?? found.answers?.find((one) => one.refused)?.text ?? "";
    say("refused", refused);
    heard(found);
  } catch {
    say("unsent-words", table.dataset.unsent.replace("%s", String(waiting.length)));
  }
}

async function call() {
  say("refused", "");
  try {
    const found = await post({ call: true });
    say("refused", found.refused ?? "");
    part("called").hidden = Boolean(found.refused);
    heard(found);
  } catch {
    say("unsent-words", table.dataset.unsent.replace("%s", String(waiting.length)));
  }
}

async function report({ currentTarget }) {
  const cause = table.querySelector('[name="cause"]:checked')?.value ?? "";
  say("refused", "");
  try {
    const found = await post({ outcome: currentTarget.dataset.outcome, cause });
    say("refused", found.refused ?? found.answers?.find((one) => one.refused)?.text ?? "");
    heard(found);
    if (state.reported) part("outcome-form").open = false;
  } catch {
    say("unsent-words", table.dataset.unsentResult);
  }
}

async function look() {
  if (waiting.length) return send();
  try {
    const seen = encodeURIComponent(`${state.seq}-${state.over}`);
    const answer = await fetch(`${table.dataset.look}?seen=${seen}`, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 200 && !waiting.length) heard(await answer.json());
    if (answer.status === 410 || answer.status === 404) return location.reload();
    say("unsent-words", "");
  } catch {
    say("unsent-words", table.dataset.unsent.replace("%s", "0"));
  }
  later(EVERY);
}

function later(delay) {
  clearTimeout(timer);
  timer = setTimeout(look, document.hidden ? HIDDEN : Math.max(delay, waiting.length ? 1_000 : 0));
}

drawing.addEventListener("click", tapped);
part("take-back").addEventListener("click", takeBack);
part("played").addEventListener("click", () => answered(true));
part("not-played").addEventListener("click", () => answered(false));
part("call")?.addEventListener("click", call);
for (const button of table.querySelectorAll("[data-outcome]")) button.addEventListener("click", report);
part("pass")?.addEventListener("click", () => mayTap() && play(PASS));
part("turn").addEventListener("click", ({ currentTarget }) => {
  flipped = !flipped;
  currentTarget.setAttribute("aria-pressed", String(flipped));
  draw();
});
document.addEventListener("visibilitychange", () => later(0));
addEventListener("online", () => later(0));
draw();
later(0);
