// A published page keeps itself current: it asks for its own address with the version it shows and gets
// 204 while that is the latest, the new page when it is not, 410 when it was withdrawn. What the reader has
// typed, unfolded and focused stays. htmx fetches and swaps; everything else is said in data attributes.

import { wake } from "./find.js";
import { setOpen } from "./unfold.js";

const SEEN = 5_000;
const HIDDEN = 60_000;
const TINT = 3_000;

const main = () => document.querySelector("main[data-live]");
const words = document.querySelector("[data-live-words]")?.dataset;
const announcer = document.getElementById("live-status");
const banner = document.getElementById("live-offline");

let timer = 0;
let current = Date.now();
let kept = null;

function schedule(delay = document.hidden ? HIDDEN : SEEN) {
  clearTimeout(timer);
  timer = setTimeout(ask, delay);
}

function ask() {
  const page = main();
  if (!page) return;
  const address = `${location.pathname}?v=${page.dataset.version}`;
  htmx.ajax("GET", address, { source: page, target: page, select: "main", swap: "outerHTML" }).catch(() => {});
}

function age() {
  const minutes = Math.round((Date.now() - current) / 60_000);
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" }).format(-minutes, "minute");
}

function lost() {
  banner.textContent = words.offline.replace("%s", age());
  banner.hidden = false;
}

function found() {
  current = Date.now();
  banner.hidden = true;
}

function keep() {
  const active = document.activeElement;
  kept = {
    rows: new Map([...document.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent])),
    open: [...document.querySelectorAll("tr.unfolds.open")].map((row) => row.dataset.key),
    details: [...document.querySelectorAll("main details[open][id]")].map((part) => part.id),
    find: document.querySelector("form[data-find] input")?.value,
    focus: active && main()?.contains(active) ? active.id : "",
    caret: active?.selectionStart ?? null,
  };
}

function restore() {
  const byKey = new Map([...document.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row]));
  kept.open.forEach((key) => byKey.has(key) && setOpen(byKey.get(key), true));
  kept.details.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  const input = document.querySelector("form[data-find] input");
  if (input && kept.find !== undefined) input.value = kept.find;
  wake();
  if (kept.focus) {
    const again = document.getElementById(kept.focus);
    again?.focus({ preventScroll: true });
    if (kept.caret !== null && again?.setSelectionRange) again.setSelectionRange(kept.caret, kept.caret);
  }
  const changed = [...byKey].filter(([key, row]) => kept.rows.has(key) && kept.rows.get(key) !== row.textContent);
  changed.forEach(([, row]) => row.classList.add("changed"));
  setTimeout(() => changed.forEach(([, row]) => row.classList.remove("changed")), TINT);
  announcer.textContent = words.updated.replace("%n", String(changed.length));
  kept = null;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { status, response } = event.detail.xhr;
  // A proxy's error page or a page that is not ours must not take the place of what is shown.
  if (status !== 200 || !/<main[^>]+data-live/.test(response)) {
    event.detail.shouldSwap = false;
    return;
  }
  keep();
});

document.addEventListener("htmx:afterSwap", () => kept && restore());

document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr.status;
  if (status === 410) {
    banner.textContent = words.gone;
    banner.hidden = false;
    return;
  }
  if (status === 200 || status === 204) found();
  else lost();
  schedule();
});

document.addEventListener("visibilitychange", () => (document.hidden ? schedule() : schedule(0)));
window.addEventListener("online", () => schedule(0));
window.addEventListener("offline", lost);
window.addEventListener("pageshow", (event) => event.persisted && schedule(0));

wake();
if (main()) schedule();
