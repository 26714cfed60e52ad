// A form that must not be lost between two bars of reception: before it is sent, the site is asked whether it
// can be reached. Until it can, the form stays as it is, says so, and is sent by itself later. It carries its
// key, so what arrived twice counts once. Texts marked data-kept outlive a page that is closed by mistake.

import { aged, keptAt } from "./age.js";
import { reachable } from "./reachable.js";

const RETRY = 3_000;

const banner = () => document.querySelector("[data-unsent]");

function say(text) {
  banner().textContent = text;
  banner().hidden = !text;
}

async function send(form, submitter) {
  form.dataset.sending = "true";
  while (!(await reachable())) {
    say(banner().dataset.unsent);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  say("");
  form.dataset.sending = "now";
  form.requestSubmit(submitter);
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

// A page that keeps itself current (#mine) takes nobody else's answer, and not its own while a form waits.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "mine") return;
  const { status, response } = detail.xhr;
  const isOurs = status === 200 && /id="mine"/.test(response);
  detail.shouldSwap = isOurs && !document.querySelector("form[data-sending]");
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
