// A record as it is typed or tapped: the server reads the text at each pause and says what could follow
// (#so-far); the board above shows it, and a tapped move is written into the text. The text is what counts.

const PAUSE = 250;
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 200;
const HEIGHT = 232;

const typing = document.querySelector("[data-typing]");
const text = document.getElementById("record-text");
const figure = typing?.querySelector("figure");
const drawing = figure?.querySelector("svg");
const said = () => document.getElementById("so-far");

let flipped = typing ? "flipped" in typing.dataset : false;
let from = "";
let timer = 0;

const moves = () => said().dataset.moves.split(" ").filter(Boolean);

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
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const [x, y] = flipped ? [WIDTH - point.x, HEIGHT - point.y] : [point.x, point.y];
  const [file, rank] = [Math.round((x - 20) / 20), 9 - Math.round((y - 26) / 20)];
  return file >= 0 && file < 9 && rank >= 0 && rank < 10 ? `${"abcdefghi"[file]}${rank}` : "";
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
  let group = drawing.querySelector("[data-targets]");
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.dataset.targets = "";
    drawing.append(group);
  }
  const targets = from ? Object.keys(following()[from] ?? {}) : [];
  group.replaceChildren(...(from ? [mark(from, "chosen"), ...targets.map((name) => mark(name, "target"))] : []));
}

function draw() {
  drawing.dataset.start = said().dataset.start;
  const detail = { moves: moves(), fen: "", flipped, arrows: [] };
  figure.dispatchEvent(new CustomEvent("board:show", { detail }));
  marks();
}

function read() {
  const values = { text: text.value };
  htmx.ajax("POST", typing.dataset.read, { source: typing, target: "#so-far", swap: "outerHTML", values }).catch(() => {});
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(read, PAUSE);
}

function write(value) {
  text.value = value;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  clearTimeout(timer);
  read();
}

function tapped(event) {
  const name = nameAt(event);
  const can = following();
  const written = can[from]?.[name];
  from = written || !can[name] || name === from ? "" : name;
  if (written) write(`${text.value.trimEnd()}${said().dataset.before}${written}`);
  else marks();
}

function turn(button) {
  flipped = !flipped;
  button.setAttribute("aria-pressed", String(flipped));
  draw();
}

if (typing && text) {
  typing.hidden = false;
  text.addEventListener("input", later);
  drawing.addEventListener("click", tapped);
  typing.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && "takeBack" in button.dataset) write(text.value.replace(/(^|\s+)(?:\d+\s*[.、．]\s*)?\S+\s*$/, ""));
    if (button && "turn" in button.dataset) turn(button);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const { mended } = said().dataset;
    if (mended !== undefined && mended !== text.value) {
      text.value = mended;
      text.dispatchEvent(new Event("input", { bubbles: true }));
      clearTimeout(timer);
    }
    from = "";
    draw();
  });
  read();
}
