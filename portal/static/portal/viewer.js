// What the public page of a game has besides stepping: playing by itself, sound, sharing, copying.

import { now, step } from "./board.js";
import { after, placed, written } from "./moves.js";

const one = (selector) => document.querySelector(selector);
let playing = 0;

function stop() {
  clearTimeout(playing);
  playing = 0;
  one("[data-play]")?.setAttribute("aria-pressed", "false");
}

function next() {
  step("on");
  if (now().ply < now().moves.length) playing = setTimeout(next, Number(one("[data-speed]").value));
  else stop();
}

function play() {
  if (playing) {
    stop();
    return;
  }
  if (now().ply === now().moves.length) step("first");
  one("[data-play]").setAttribute("aria-pressed", "true");
  playing = setTimeout(next, Number(one("[data-speed]").value) / 2);
}

// A wooden click: made here, so that nothing is loaded for it.
let sound = null;

function click() {
  if (!one("[data-sound]")?.checked) return;
  sound ??= new AudioContext();
  const [tone, volume] = [sound.createOscillator(), sound.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, sound.currentTime);
  tone.frequency.exponentialRampToValueAtTime(120, sound.currentTime + 0.06);
  volume.gain.setValueAtTime(0.35, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.09);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.1);
}

// As engines read it: ranks from 1, where the record counts from 0.
const uci = (move) => move.replace(/\d/g, (rank) => String(Number(rank) + 1));

const isBlacks = (button) => button.closest("li").matches(".second");

function numbered(read) {
  const { moves } = now();
  const texts = moves.map((button) => button.querySelector(read).textContent.trim());
  const all = moves.length && isBlacks(moves[0]) ? ["…", ...texts] : texts;
  const lines = [];
  for (let at = 0; at < all.length; at += 2) lines.push(`${at / 2 + 1}. ${all.slice(at, at + 2).join(" ")}`);
  return lines.join("\n");
}

function fen() {
  const { ply, moves, start } = now();
  const board = after(placed(start), moves.slice(0, ply).map((button) => button.dataset.move));
  const blacks = moves[ply] ? isBlacks(moves[ply]) : moves.length > 0 && !isBlacks(moves.at(-1));
  return `${written(board)} ${blacks ? "b" : "w"} - - 0 ${Math.floor(ply / 2) + 1}`;
}

const COPIES = {
  chinese: () => numbered("[lang=zh]"),
  wxf: () => numbered("[data-wxf]"),
  uci: () =>
    now()
      .moves.map((button) => uci(button.dataset.move))
      .join(" "),
  fen,
};

async function copy(text) {
  const said = one("[data-copied]");
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = said.dataset.copied;
  } catch {
    // Without TLS there is no clipboard: the text is put where it can be copied by hand.
    prompt(said.dataset.copied, text);
  }
}

// The position shown as a picture of its own. What the sheet says of the drawing is written into a copy, as
// attributes: the policy of the page refuses styles, and a picture has no sheet.
const LOOK = "fill stroke stroke-width color display font-family font-size font-weight letter-spacing opacity text-anchor dominant-baseline";
const PICTURE = 900;

async function picture() {
  const drawing = one("[data-drawing]");
  const copied = drawing.cloneNode(true);
  const { width, height } = drawing.viewBox.baseVal;
  const [wide, high] = [PICTURE, Math.round((PICTURE * height) / width)];
  const copies = copied.querySelectorAll("*");
  drawing.querySelectorAll("*").forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of LOOK.split(" ")) copies[at].setAttribute(name, style.getPropertyValue(name));
  });
  copied.setAttribute("width", wide);
  copied.setAttribute("height", high);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copied))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const bytes = await new Promise((give) => canvas.toBlob(give, "image/png"));
  return new File([bytes], `ply-${now().ply}.png`, { type: bytes.type });
}

async function save() {
  const file = await picture();
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function share(button) {
  const { title } = button.dataset;
  const url = `${location.href.split("#")[0]}#ply-${now().ply}`;
  if (!navigator.share) {
    copy(url);
    return;
  }
  const shared = { title, url, files: [await picture()] };
  if (!navigator.canShare?.(shared)) delete shared.files;
  // Who closes the sheet has changed his mind; nothing went wrong.
  navigator.share(shared).catch(() => {});
}

// As the server says the last position (`_in_words`).
function sayPosition() {
  const place = one("[data-in-words]");
  const { inWords, columns, ...numbers } = place.dataset;
  const [left, top, highest] = [numbers.left, numbers.top, numbers.highest].map(Number);
  const { width, height } = one("[data-drawing]").viewBox.baseVal;
  const turned = one("[data-step=flip]").getAttribute("aria-pressed") === "true";
  const points = {};
  for (const piece of document.querySelectorAll(":is([data-pieces], [data-stones]) use")) {
    const [x, y] = ["x", "y"].map((name) => Number(piece.getAttribute(name)));
    const [column, row] = [((turned ? width - x : x) - left) / 20, ((turned ? height - y : y) - top) / 20];
    (points[piece.getAttribute("href").split("-")[1]] ??= []).push([column, highest - row]);
  }
  const sides = { first: [], second: [] };
  for (const [letter, [side, name]] of Object.entries(JSON.parse(inWords))) {
    const held = (points[letter] ?? []).sort(([a, b], [c, d]) => a - c || b - d);
    if (held.length) sides[side].push([name, ...held.map(([column, rank]) => columns[column] + rank)].join(" "));
  }
  for (const [side, texts] of Object.entries(sides)) one(`[data-side-words=${side}]`).textContent = texts.join(" · ");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) play();
  else if (event.target.closest("[data-step], [data-ply], [data-finding]")) stop();
  const button = event.target.closest("[data-copy]");
  if (button) copy(COPIES[button.dataset.copy]());
  const shared = event.target.closest("[data-share-ply]");
  if (shared) share(shared);
  if (event.target.closest("[data-picture]")) save();
  const menu = one("[data-menu][open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (event.key === "p" || event.key === "P") play();
  else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) stop();
  else if (event.key === "Escape" && one("[data-menu][open]")) one("[data-menu]").open = false;
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-embed]")) event.target.select();
});

document.addEventListener("board:show", click, { capture: true });
// Once whoever draws has heard it, too: scripts of a page run in its order, and this one is its last.
document.addEventListener("board:show", sayPosition, { capture: true });
document.addEventListener("page:leaving", stop);
// board.js has shown the position of the address before this script was there.
sayPosition();
