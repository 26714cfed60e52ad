// A form that must not be lost between two bars of reception: it is kept on the device (queue.js) and sent until the
// site has decided on it, also after a reload. Until then the form stays as it is and says so. It carries its key,
// so what arrived twice counts once. Texts marked data-kept outlive a page that is closed by mistake.

import { aged, keptAt } from "./age.js";
import { REFUSED, drain, forget, fresh, keep, keyOf, kept, release } from "./queue.js";
import { reachable } from "./reachable.js";

const RETRY = 3_000;

const banner = () => document.querySelector("[data-unsent]");
const { person, sender } = banner().dataset;

function say(text) {
  banner().textContent = text;
  banner().hidden = !text;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY));

// A file is not kept, and a private window keeps nothing: such a form is sent by the browser itself.
async function plainly(form, submitter) {
  while (!(await reachable())) {
    say(banner().dataset.unsent);
    await pause();
  }
  say("");
  form.dataset.sending = "now";
  form.requestSubmit(submitter);
}

function tapOf(form, submitter) {
  const data = new FormData(form, submitter);
  const fields = [...data].filter(([, value]) => !(value instanceof File));
  if ([...data].some(([, value]) => value instanceof File && value.size) || !person) return null;
  if (!data.get("once")) fields.push(["once", fresh()]);
  const { pathname } = location;
  return { person, whose: "", url: form.action, fields, what: "", typed: "", back: pathname, order: sender };
}

// What became of a tap that is kept: {next}, or {sentence} where the site has refused it.
async function decided(key) {
  for (;;) {
    const { sent } = await drain(sender, () => false);
    const done = sent.find((tap) => tap.key === key);
    const still = (await kept()).find((tap) => tap.key === key);
    if (done) return done;
    // Another page that is open has sent it along with its own.
    if (!still) return { next: location.pathname };
    if (still.state === REFUSED) {
      await forget(still.id);
      return still;
    }
    say(banner().dataset.unsent);
    await pause();
    release();
  }
}

async function send(form, submitter) {
  form.dataset.sending = "true";
  const tap = tapOf(form, submitter);
  const isKept = tap && (await keep(tap).then(() => true, () => false));
  if (!isKept) return plainly(form, submitter);
  const answer = await decided(keyOf(tap));
  say("");
  // What is wrong with it is said by the site's own page, with what was filled in.
  if (answer.next) location.assign(answer.next);
  else plainly(form, submitter);
}

// What was to be sent when the page was closed or the battery gave up.
async function resume() {
  const mine = (await kept()).filter((tap) => tap.person === person);
  for (const tap of mine) {
    say(banner().dataset.unsent);
    const answer = await decided(tap.key);
    say(answer.sentence ?? "");
    if (answer.next && tap.back === location.pathname) location.assign(answer.next);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-steady]");
  if (!form || form.dataset.sending === "now") return;
  event.preventDefault();
  if (!form.dataset.sending) send(form, event.submitter);
});

// A page that is gone back to can be sent anew.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-steady]")) delete form.dataset.sending;
});

// A part that keeps itself current takes nobody else's answer, and not its own while a form waits, or while a text
// or a choice that was unfolded in it is being filled in. What was unfolded stays so.
const FOLLOWS = ["mine", "news"];
const FILLED = "textarea, details[open] select";
let unfolded = [];

function isFilled(field) {
  if (!field.options) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}

// The link was revoked, or whose it was is forgotten: nothing of theirs stays on the screen, and the page, which is
// no longer there to ask, asks no more. A proxy's 404 has no such sentence and clears nothing.
function clear(response) {
  const now = new DOMParser().parseFromString(response, "text/html");
  const why = now.querySelector("main [data-closed]");
  if (!why) return;
  document.title = now.title;
  document.querySelector("main").replaceChildren(why);
  why.querySelector("h1").setAttribute("role", "alert");
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { id } = detail.target;
  if (!FOLLOWS.includes(id)) return;
  const { status, response } = detail.xhr;
  if (status === 404 || status === 410) {
    detail.shouldSwap = false;
    clear(response);
    return;
  }
  const isOurs = status === 200 && response.includes(`id="${id}"`);
  const isBusy = document.querySelector("form[data-sending]") && id === "mine";
  detail.shouldSwap = isOurs && !isBusy && ![...detail.target.querySelectorAll(FILLED)].some(isFilled);
  unfolded = [...detail.target.querySelectorAll("details[open][id]")].map((one) => one.id);
});

// Who listens to the page hears what it waits for now.
document.addEventListener("htmx:afterSettle", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  const told = document.getElementById("mine-said");
  const waits = document.getElementById("waits");
  if (told) told.textContent = waits?.textContent ?? told.dataset.words;
});

if (keptAt) say(aged(banner().dataset.offline, keptAt));

const place = (field) => `draft:${location.pathname}:${field.name}`;

// Private windows may refuse storage: then nothing is kept, and everything else works.
function stored(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

for (const field of document.querySelectorAll("[data-kept]")) {
  // A draft goes on from the text that it began with. Where the page brings another, that is newer, or was sent.
  const draft = JSON.parse(stored((storage) => storage.getItem(place(field))) ?? "null");
  if (draft && draft.text !== field.value && draft.from === field.defaultValue) {
    field.value = draft.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (draft?.text === field.value) {
    stored((storage) => storage.removeItem(place(field)));
  }
  const keep = () => JSON.stringify({ from: field.defaultValue, text: field.value });
  field.addEventListener("input", () => stored((storage) => storage.setItem(place(field), keep())));
}

if (person) resume().catch(() => {});
