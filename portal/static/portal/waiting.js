// What is kept on this device and not yet sent: shown on every page of the desk, and sent from there.
//
// <form data-queued="what it does"> is kept first and then sent; a button's own data-queued goes before the
// form's; data-back is the page that it belongs to, and those of one page are sent in order. Its answer leads on
// as without scripts; a refusal of what was filled in is shown by the site's own page, by sending the form the
// ordinary way. What cannot be sent waits in #waiting, and what is refused for good stands there until somebody
// drops it.

import { REFUSED, WAITING, again, drain, drop, forget, isStuck, keep, kept, release as tryAll } from "./queue.js";

const RETRY = 3_000;
const SIGNED_OUT = 30_000;
const SLOW = 1_000;
// Answers whose page shows what was filled in, with what is wrong with it.
const FILLED_IN = [409, 422];
const TYPED = "textarea, input:not([type=hidden], [type=radio], [type=checkbox])";
const GONE = [404, 405, 410];

const panel = document.getElementById("waiting");
const words = panel.dataset;
const sent = [];
const lines = new Map();
let stopped = "";
let timer = 0;

function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tapOf(form, submitter, data = new FormData(form, submitter)) {
  data.delete("csrfmiddlewaretoken");
  if (!data.get("once")) data.set("once", fresh());
  const what = submitter?.dataset.queued || form.dataset.queued;
  const order = form.dataset.back || form.action;
  const back = form.dataset.back || location.pathname;
  const typed = [...form.querySelectorAll(TYPED)].map((one) => one.value.trim()).filter(Boolean).join(" · ");
  return { person: words.person, whose: words.name, url: form.action, fields: [...data], what, typed, back, order };
}

function part(name, texts) {
  const made = document.getElementById(`waiting-${name}`).content.cloneNode(true).firstElementChild;
  for (const [slot, text] of Object.entries(texts)) {
    for (const place of made.querySelectorAll(`[data-slot="${slot}"]`)) place.textContent = text;
  }
  return made;
}

function time(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(at);
}

const called = (tap) => [tap.what, tap.typed].filter(Boolean).join(" · ");

function why(tap) {
  if (tap.state === WAITING) return isStuck(tap) ? words.stuck : "";
  if (GONE.includes(tap.status)) return words.gone;
  return tap.sentence || words.failed.replace("%s", tap.status);
}

function line(tap) {
  const what = called(tap);
  const sentence = why(tap);
  // One that says what it said before stays as it is, opened or under the finger.
  const name = JSON.stringify([tap.id, tap.state, sentence]);
  if (lines.has(name)) return lines.get(name);
  const dropped = words.drop.replace("%s", what);
  const made = part(tap.state === REFUSED ? "refused" : "line", { what, at: time(tap.at), sentence, dropped });
  const back = made.querySelector("a");
  if (back) back.href = tap.back;
  made.querySelector("[data-again]")?.addEventListener("click", async () => {
    await again(tap);
    tryAll();
    run();
  });
  made.querySelector("[data-drop]").addEventListener("click", async () => {
    await drop(tap);
    await show();
    (panel.querySelector("summary") ?? document.getElementById("content")).focus();
    run();
  });
  lines.set(name, made);
  return made;
}

// Only what is new comes, and only what is over goes: the rest keeps the focus.
function place(list, wanted) {
  for (const shown of [...list.children]) if (!wanted.includes(shown)) shown.remove();
  wanted.forEach((one, i) => list.children[i] === one || list.insertBefore(one, list.children[i] ?? null));
}

function head(mine, others) {
  if (mine.length) return { "sign-in": words.signIn, held: words.held }[stopped] ?? words.kept;
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
  place(panel.querySelector("ul"), [...refused.map(line), ...sent, ...mine.map(line)]);
  panel.classList.toggle("waiting-refused", refused.length > 0);
  return waiting.length;
}

async function run(key = "") {
  clearTimeout(timer);
  const told = await drain(words.sender, key);
  stopped = told.stopped;
  for (const tap of told.sent) {
    if (tap.key !== key) sent.push(part("sent", { what: called(tap), said: tap.said.join(" ") }));
  }
  if (told.sent.length || told.refused.length) document.dispatchEvent(new Event("queue:sent"));
  const left = await show();
  if (left) timer = setTimeout(run, pause(told));
  return told;
}

function pause(told) {
  if (told.stopped === "held") return Math.max(told.until - Date.now(), 0);
  return told.stopped === "away" ? RETRY : SIGNED_OUT;
}

// True when the tap is kept here, and is sent from here.
export async function entrust(form, submitter, data) {
  try {
    await keep(tapOf(form, submitter, data));
  } catch {
    return false;
  }
  tryAll();
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
  tryAll();
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
  if (still.state === REFUSED && FILLED_IN.includes(still.status)) {
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
function retry() {
  tryAll();
  run();
}

addEventListener("online", retry);
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden && (await show())) retry();
});

// A browser that keeps nothing has nothing to send.
if (await show().catch(() => 0)) run();
