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

function share(button) {
  const url = `${location.href.split("#")[0]}#ply-${now().ply}`;
  // Who closes the sheet has changed his mind; nothing went wrong.
  if (navigator.share) navigator.share({ title: button.dataset.title, url }).catch(() => {});
  else copy(url);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) play();
  else if (event.target.closest("[data-step], [data-ply], [data-finding]")) stop();
  const button = event.target.closest("[data-copy]");
  if (button) copy(COPIES[button.dataset.copy]());
  const shared = event.target.closest("[data-share-ply]");
  if (shared) share(shared);
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
document.addEventListener("page:leaving", stop);
