// Steps through a game. How a position looks is the drawer's business (xiangqi.js): it hears "board:show" on
// the board with {moves, fen, flipped, arrows}. Moves are buttons with data-ply, data-move and data-said; faults
// are buttons with data-at (the last ply before) and, where the position is another one, data-fen. Findings are
// links with data-at, data-plies, data-arrows ("57:h2h9,e2e9 59:h9h2") or data-series ("h2e2 h9g7").

const SWIPE = 40;
const IDLE = 300;

let at = null;
let fen = "";
let flipped = false;
let timer = 0;
let touched = null;
let finding = null;

const board = () => document.querySelector("[data-board]");
// The board's second look: pictures for characters, or numbers on stones.
const second = () => board().dataset.look;
const key = () => `board-${second()}`;
const moves = () => [...document.querySelectorAll("[data-moves] [data-ply]")];
const faults = () => [...document.querySelectorAll("[data-fault]")];
const findings = () => [...document.querySelectorAll("[data-finding]")];
const stepper = (name) => board().querySelector(`[data-step="${name}"]`);

function stored() {
  try {
    return localStorage.getItem(key());
  } catch {
    return null;
  }
}

function store(value) {
  try {
    localStorage.setItem(key(), value);
  } catch {
    // Without storage the choice holds for this page.
  }
}

function show(ply, { position = "", said = "" } = {}) {
  const all = moves();
  at = Math.max(0, Math.min(ply, all.length));
  fen = position;
  const played = all.slice(0, at);
  const now = board().querySelector("[data-now]");
  now.textContent = said || played.at(-1)?.dataset.said || now.dataset.start;
  for (const button of [...all, ...faults()]) button.removeAttribute("aria-current");
  const last = fen ? null : played.at(-1);
  if (last) {
    last.setAttribute("aria-current", "step");
    reveal(last);
  }
  disable("first", at === 0 && !fen);
  disable("back", at === 0 && !fen);
  disable("on", at === all.length && !fen);
  disable("last", at === all.length && !fen);
  draw(played);
  // Browsers limit how often an address may change.
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(history.state, "", at ? `#ply-${at}` : "#ply-0"), IDLE);
}

// A button that has the focus must keep it: it is marked, not disabled.
function disable(name, off) {
  stepper(name).setAttribute("aria-disabled", String(off));
}

function draw(played = moves().slice(0, at)) {
  const detail = { moves: played.map((button) => button.dataset.move), fen, flipped, arrows: arrows() };
  board().dispatchEvent(new CustomEvent("board:show", { detail }));
}

// What the selected finding draws at this ply: its threats; those of the ply before, answered by now; or, where
// nothing is threatened, the moves of the series. Each is {move, kind}.
function arrows() {
  if (!finding || fen) return [];
  const { arrows: threats, series, plies, at: stands } = finding.dataset;
  const ofKind = (moves, kind) => moves.map((move) => ({ move, kind }));
  if (series) {
    const within = at === Number(stands) || plies.split(" ").includes(String(at));
    return within ? ofKind(series.split(" "), "series") : [];
  }
  const by = new Map(threats.split(" ").map((part) => part.split(":")));
  const of = (ply) => by.get(String(ply))?.split(",") ?? [];
  return of(at).length ? ofKind(of(at), "threat") : ofKind(of(at - 1), "past");
}

function select(link) {
  finding = link;
  for (const one of findings()) one.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  const rests = new Set(link?.dataset.plies.split(" ") ?? []);
  for (const move of moves()) move.closest("li").classList.toggle("in-finding", rests.has(move.dataset.ply));
  const words = board().querySelector("[data-finding-now]");
  if (words) words.textContent = link?.dataset.said ?? "";
}

function toFinding(link) {
  select(link);
  show(Number(link.dataset.at));
  board().scrollIntoView({ block: "nearest" });
}

// The list scrolls, never the page.
function reveal(button) {
  const list = button.closest("[data-moves]");
  const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function look(wanted) {
  board().classList.toggle(`with-${second()}`, wanted);
  stepper("look").setAttribute("aria-pressed", String(wanted));
}

function toFault(button) {
  select(null);
  show(Number(button.dataset.at), { position: button.dataset.fen, said: button.dataset.said });
  button.setAttribute("aria-current", "true");
  board().scrollIntoView({ block: "nearest" });
}

const STEPS = {
  first: () => show(0),
  back: () => show(fen ? at : at - 1),
  on: () => show(fen ? at : at + 1),
  last: () => show(Infinity),
  flip: () => {
    flipped = !flipped;
    stepper("flip").setAttribute("aria-pressed", String(flipped));
    draw();
  },
  look: () => {
    const wanted = !board().classList.contains(second());
    store(wanted ? "yes" : "no");
    look(wanted);
  },
  fault: () => {
    const all = faults();
    if (all.length) toFault(all[(all.findIndex((one) => one.hasAttribute("aria-current")) + 1) % all.length]);
  },
  finding: () => {
    const all = findings();
    if (all.length) toFinding(all[(all.indexOf(finding) + 1) % all.length]);
  },
  leave: () => {
    select(null);
    draw();
  },
};

// What other scripts of the page ask: where the reader stands, and to go on from there.
export const now = () => ({ ply: at, moves: moves(), start: board().querySelector("[data-drawing]").dataset.start });
export const step = (name) => STEPS[name]();

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "flip", F: "flip", Escape: "leave" };

document.addEventListener("click", (event) => {
  if (!board()) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-finding], [data-to-finding]");
  if (link) {
    event.preventDefault();
    toFinding(link.matches("[data-finding]") ? link : document.querySelector(`${link.hash} [data-finding]`));
    return;
  }
  const button = event.target.closest("button, a.mark");
  if (button?.dataset.step) STEPS[button.dataset.step]();
  else if (button?.dataset.ply) show(Number(button.dataset.ply));
  else if (button && "fault" in button.dataset) toFault(button);
});

document.addEventListener("keydown", (event) => {
  if (!board() || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  STEPS[step]();
});

document.addEventListener("pointerdown", (event) => {
  touched = event.target.closest("[data-drawing]") && event.isPrimary ? [event.clientX, event.clientY] : null;
});

document.addEventListener("pointerup", (event) => {
  if (!touched || !event.isPrimary) return;
  const [x, y] = [event.clientX - touched[0], event.clientY - touched[1]];
  touched = null;
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) STEPS[x < 0 ? "on" : "back"]();
});

function fromAddress() {
  const found = /^#ply-(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

// The browser goes to the move in the list, which on a phone leaves the board above the page.
function goTo(ply) {
  show(ply);
  board().scrollIntoView({ block: "nearest" });
}

addEventListener("hashchange", () => board() && fromAddress() !== null && goTo(fromAddress()));
addEventListener("load", () => board() && fromAddress() !== null && board().scrollIntoView({ block: "nearest" }));

// live.js swaps the page: the reader stays where he was; who looked at the end sees the new end.
let wasLast = true;

document.addEventListener("page:leaving", () => {
  wasLast = at === moves().length;
  finding = null;
});

function start() {
  if (!board()) return;
  look(stored() === "yes");
  stepper("flip").setAttribute("aria-pressed", String(flipped));
  show(at === null ? (fromAddress() ?? Infinity) : wasLast ? Infinity : at);
}

document.addEventListener("page:arrived", start);
start();
