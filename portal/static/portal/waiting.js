// What is kept on this device and not yet sent: shown on every page of the desk, and sent from there.
//
// <form data-queued="what it does"> is kept first and then sent; a button's own data-queued goes before the
// form's. Its answer leads on as without scripts; a refusal is shown by the site's own page, by sending the form
// the ordinary way. While the network is away the tap waits in #waiting, and the page says so.

import { REFUSED, WAITING, drain, forget, keep, kept } from "./queue.js";

const RETRY = 3_000;
const SIGNED_OUT = 30_000;
const SLOW = 1_000;

const panel = document.getElementById("waiting");
const words = panel.dataset;
const sent = [];
let stopped = "";
let timer = 0;

function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tapOf(form, submitter, data = new FormData(form, submitter)) {
  data.delete("csrfmiddlewaretoken");
  if (!data.get("once")) data.set("once", fresh());
  const what = submitter?.dataset.queued || form.dataset.queued;
  const back = form.dataset.back || location.pathname;
  return { person: words.person, whose: words.name, url: form.action, fields: [...data], what, back };
}

function part(name, texts) {
  const made = document.getElementById(`waiting-${name}`).content.cloneNode(true).firstElementChild;
  for (const [slot, text] of Object.entries(texts)) {
    const place = made.querySelector(`[data-slot="${slot}"]`);
    if (place) place.textContent = text;
  }
  return made;
}

function time(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(at);
}

function line(tap) {
  const made = part(tap.state === REFUSED ? "refused" : "line", { what: tap.what, at: time(tap.at), sentence: tap.sentence ?? "" });
  const back = made.querySelector("a");
  if (back) back.href = tap.back;
  made.querySelector("button")?.addEventListener("click", async () => {
    await forget(tap.id);
    show();
  });
  return made;
}

function head(mine, others) {
  if (mine.length) return stopped === "sign-in" ? words.signIn : words.kept;
  return others.length ? words.another.replaceAll("%s", others[0].whose) : "";
}

async function show() {
  const taps = await kept();
  const waiting = taps.filter((tap) => tap.state === WAITING);
  const mine = waiting.filter((tap) => tap.person === words.person);
  const others = waiting.filter((tap) => tap.person !== words.person);
  const refused = taps.filter((tap) => tap.state === REFUSED && tap.person === words.person);
  const said = head(mine, others);
  panel.hidden = !said && !refused.length && !sent.length;
  panel.querySelector("[data-slot=head]").textContent = said;
  panel.querySelector("[data-sign-in]").hidden = !(mine.length && stopped === "sign-in");
  const done = sent.map((tap) => part("sent", { what: tap.what, said: tap.said.join(" ") }));
  panel.querySelector("ul").replaceChildren(...refused.map(line), ...done, ...mine.map(line));
  panel.classList.toggle("waiting-refused", refused.length > 0);
  return waiting.length;
}

async function run(key = "") {
  clearTimeout(timer);
  const told = await drain(words.sender, key);
  stopped = told.stopped;
  sent.push(...told.sent.filter((tap) => tap.key !== key));
  if (told.sent.length || told.refused.length) document.dispatchEvent(new Event("queue:sent"));
  const left = await show();
  if (left) timer = setTimeout(run, stopped === "away" ? RETRY : SIGNED_OUT);
  return told;
}

// True when the tap is kept here, and is sent from here.
export async function entrust(form, submitter, data) {
  try {
    await keep(tapOf(form, submitter, data));
  } catch {
    return false;
  }
  run();
  return true;
}

async function submit(form, submitter) {
  form.dataset.sending = "true";
  let key;
  try {
    key = await keep(tapOf(form, submitter));
  } catch {
    // A private window may refuse to keep anything: the form is then sent as it always was.
    return plainly(form, submitter);
  }
  if ("stay" in form.dataset) {
    release(form);
    await show();
    return run();
  }
  const slow = setTimeout(show, SLOW);
  const told = await run(key);
  clearTimeout(slow);
  const done = told.sent.find((tap) => tap.key === key);
  if (done) return location.assign(done.next);
  const still = (await kept()).find((tap) => tap.key === key);
  // Another page that is open has sent it along with its own.
  if (!still) return location.assign(form.dataset.back || location.pathname);
  if (still.state === REFUSED) {
    await forget(still.id);
    return plainly(form, submitter);
  }
  release(form);
  panel.scrollIntoView({ block: "nearest" });
}

// The tap is kept here: the form is ready for another one.
function release(form) {
  delete form.dataset.sending;
  form.reset();
  for (const open of form.querySelectorAll("details[open]")) open.open = false;
  form.dispatchEvent(new Event("queue:kept", { bubbles: true }));
}

function plainly(form, submitter) {
  form.dataset.sending = "plainly";
  form.requestSubmit(submitter);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-queued]:not([data-in-place])");
  if (!form || form.dataset.sending === "plainly") return;
  event.preventDefault();
  if (!form.dataset.sending) submit(form, event.submitter);
});

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-queued]")) delete form.dataset.sending;
});
addEventListener("online", () => run());
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden && (await show())) run();
});

// A browser that keeps nothing has nothing to send.
if (await show().catch(() => 0)) run();
