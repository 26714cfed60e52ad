// A published page keeps itself current: it asks for its own address with the version it shows and gets
// 204 while that is the latest, the new page when it is not, 410 when it was withdrawn. htmx fetches and
// swaps. Other scripts hear "page:leaving" and "page:arrived" and carry over what the reader has done.

import { aged, keptAt } from "./age.js";

// With a second of merging and half a second until every server knows, a change is seen within five.
const SEEN = 3_000;
const HIDDEN = 60_000;
const TINT = 3_000;

const status = document.getElementById("live-status");
const banner = document.getElementById("live-offline");
const page = () => document.querySelector("main[data-live]");

let timer = 0;
let current = keptAt || Date.now();
let asking = false;
let before = null;

function schedule(delay = document.hidden ? HIDDEN : SEEN) {
  clearTimeout(timer);
  timer = setTimeout(ask, delay);
}

function ask() {
  if (asking || !page()) return;
  asking = true;
  const address = `${location.pathname}?v=${page().dataset.version}`;
  htmx.ajax("GET", address, { source: page(), target: page(), select: "main", swap: "outerHTML" }).catch(() => {});
}

function say(text) {
  banner.textContent = text;
  banner.hidden = false;
}

function lost() {
  say(aged(status.dataset.offline, current));
}

const lines = () => new Map([...document.querySelectorAll("[data-key]")].map((line) => [line.dataset.key, line]));

function leave() {
  before = new Map([...lines()].map(([key, line]) => [key, line.textContent]));
  document.dispatchEvent(new Event("page:leaving"));
}

function arrive() {
  document.dispatchEvent(new Event("page:arrived"));
  const changed = [...lines()].filter(([key, line]) => before.has(key) && before.get(key) !== line.textContent);
  before = null;
  for (const [, line] of changed) line.classList.add("changed");
  setTimeout(() => changed.forEach(([, line]) => line.classList.remove("changed")), TINT);
  status.textContent = status.dataset.updated.replace("%n", String(changed.length));
}

document.addEventListener("htmx:beforeSwap", (event) => {
  // A proxy's error page, or anything else that is not this page, must not take its place.
  const { status: code, response } = event.detail.xhr;
  event.detail.shouldSwap = code === 200 && /<main[^>]+data-live/.test(response);
  if (event.detail.shouldSwap) leave();
});

document.addEventListener("htmx:afterSettle", () => before && arrive());

document.addEventListener("htmx:afterRequest", (event) => {
  asking = false;
  const code = event.detail.xhr.status;
  if (code === 410) {
    say(status.dataset.gone);
    return;
  }
  if (code === 200 || code === 204) {
    current = Date.now();
    banner.hidden = true;
  } else {
    lost();
  }
  schedule();
});

document.addEventListener("visibilitychange", () => schedule(document.hidden ? HIDDEN : 0));
window.addEventListener("online", () => schedule(0));
window.addEventListener("offline", lost);
window.addEventListener("pageshow", (event) => event.persisted && schedule(0));

if (keptAt) lost();
schedule(keptAt ? 0 : undefined);
