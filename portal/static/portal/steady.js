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

if (keptAt) say(aged(banner().dataset.offline, keptAt));

const place = (field) => `kept:${location.pathname}:${field.name}`;

// Private windows may refuse storage: then nothing is kept, and everything else works.
function stored(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

for (const field of document.querySelectorAll("[data-kept]")) {
  // What the page itself brings is newer, or was sent already; a draft fills only what is empty.
  const draft = stored((storage) => storage.getItem(place(field)));
  if (draft && !field.value) {
    field.value = draft;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (!draft || field.value === draft) {
    stored((storage) => storage.removeItem(place(field)));
  }
  field.addEventListener("input", () => stored((storage) => storage.setItem(place(field), field.value)));
}
