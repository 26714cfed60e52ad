// A published page keeps itself current: it asks for the small file of its section (published/following.py),
// which says at which version every page is and when to ask again, and fetches itself when that is another one
// than it shows; 410 says that it was withdrawn. htmx fetches and swaps. Other scripts hear "page:leaving" and
// "page:arrived" and carry over what the reader has done.

import { aged, keptAt } from "./age.js";

// With a second of merging and half a second until every server knows, a change is seen within five while a
// round is played. What the server says may be longer, or 0: all is over, and only who comes back to it asks.
const SEEN = 3_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;
const TINT = 3_000;

const status = document.getElementById("live-status");
const banner = document.getElementById("live-offline");
const page = () => document.querySelector("main[data-live]");

let timer = 0;
let current = keptAt || Date.now();
let every = SEEN;
let others = null;
let asking = false;
let behind = false;
let before = null;
let loading = null;

function schedule(delay) {
  clearTimeout(timer);
  timer = setTimeout(ask, delay);
}

function wait() {
  if (every) schedule(document.hidden ? Math.max(HIDDEN, every) : every);
}

async function ask() {
  if (asking || !page()) return;
  asking = true;
  try {
    // Always asked: a browser may show what it kept a moment ago, and without a network that is no answer.
    const how = { cache: "no-cache", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) };
    const answer = await fetch(page().dataset.follow, how);
    if (!answer.ok) throw new Error(answer.statusText);
    if (isCurrent(await answer.json())) still();
    else fetchPage();
  } catch {
    asking = false;
    lost();
    schedule(document.hidden ? HIDDEN : every || SEEN);
  }
}

// A page that is made when somebody asks (a player's card) has no line of its own: when any of those is
// another, it asks for itself.
function isCurrent(now) {
  every = now.every * 1000;
  const version = now.pages[page().dataset.place];
  if (version !== undefined) return String(version) === page().dataset.version;
  const same = others === now.others;
  others = now.others;
  return same;
}

function still() {
  asking = false;
  current = Date.now();
  banner.hidden = true;
  navigator.serviceWorker?.controller?.postMessage({ current: location.pathname });
  wait();
}

// A third of a page's weight, which who reads a page that does not change never needs. Where it is no longer
// there, or cannot be had, the page is opened anew, with the scripts of today.
function loadHtmx() {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    Object.assign(script, { src: status.dataset.htmx, onload: resolve, onerror: () => location.reload() });
    document.head.append(script);
  });
  return loading;
}

async function fetchPage() {
  await loadHtmx();
  // A page with a line of its own is another one for certain: it has one address for all who fetch it.
  const query = others === null ? "" : `?v=${page().dataset.version}`;
  const target = { source: page(), target: page(), select: "main", swap: "outerHTML" };
  htmx.ajax("GET", location.pathname + query, target).catch(() => {});
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
  const isPage = code === 200 && /<main[^>]+data-live/.test(response);
  // Another server, or a cache on the way, may know of the change a moment later than who has told of it.
  behind = isPage && response.includes(`data-version="${page().dataset.version}"`);
  event.detail.shouldSwap = isPage && !behind;
  if (event.detail.shouldSwap) leave();
});

document.addEventListener("htmx:afterSettle", () => before && arrive());

document.addEventListener("htmx:afterRequest", (event) => {
  asking = false;
  const code = event.detail.xhr.status;
  behind &&= code === 200;
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
  if (behind) schedule(SEEN);
  else wait();
});

document.addEventListener("visibilitychange", () => (document.hidden ? wait() : schedule(0)));
window.addEventListener("online", () => schedule(0));
window.addEventListener("offline", lost);
window.addEventListener("pageshow", (event) => event.persisted && schedule(0));

if (keptAt) lost();
schedule(keptAt ? 0 : every);
