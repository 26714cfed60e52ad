// Taps that must not be lost: each is kept on the device until the site has decided on it, and sent in turn.
//
// A tap is a form with its key: {person, whose, url, fields, what, typed, back, order, at, key, state, status,
// sentence}. It belongs to the person who was signed in, and only that person's session sends it. The site does a
// key once, so an answer that was lost on the way does no harm: the tap is sent again and gets the first answer.
// Only an answer that names itself (X-Queued) decides; what a proxy or the hall's network says in its place does
// not, nor does a page that fails.
//
// Taps of one `order` (a table) are sent in the order in which they were made. One that gets no answer while the
// site is there holds up those of its own order alone, each time for longer. Nothing is dropped but by hand.

const DATABASE = "qiyuan";
const STORE = "taps";
const PATIENCE = 10_000;
const HOLD = 3_000;
const LONGEST = 60_000;

export const WAITING = "waiting";
export const REFUSED = "refused";

// A key for a form, so that what it does counts once.
export function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => {
      const store = asked.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
      store.createIndex("key", "key", { unique: true });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

// Strict: what is said to be kept survives the browser and the battery.
async function inStore(mode, act) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(asked.error ?? transaction.error);
    });
  } finally {
    database.close();
  }
}

// Every tap that is kept, in the order in which they were made.
export const kept = () => inStore("readonly", (store) => store.getAll());

export const forget = (id) => inStore("readwrite", (store) => store.delete(id));

// One that was dropped meanwhile does not come back.
function change(tap) {
  return inStore("readwrite", (store) => {
    const asked = store.get(tap.id);
    asked.onsuccess = () => asked.result && store.put(tap);
    return asked;
  });
}

// A refused tap is to be sent once more.
export const again = (tap) => change({ ...tap, state: WAITING });

export const keyOf = (tap) => JSON.stringify([tap.person, tap.url, [...tap.fields].sort()]);

// Keep a tap. The same one again (a double tap: the same form with the same contents) is kept already.
export async function keep(tap) {
  try {
    await inStore("readwrite", (store) => store.add({ ...tap, key: keyOf(tap), state: WAITING, at: Date.now() }));
    dropped.delete(keyOf(tap));
  } catch (error) {
    if (error?.name !== "ConstraintError") throw error;
  }
}

// Who is signed in and with which token; null while the site cannot be reached.
async function presence(address) {
  try {
    const answer = await fetch(address, { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function sentenceOf(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const said = page.querySelectorAll("main .notice-bad p, main .errorlist li, main .state p, main .sheet > p:not(.actions)");
  return [...new Set([...said].map((one) => one.textContent.trim()))].join(" ");
}

// The orders that are held up: since how many attempts, and until when.
const held = new Map();

const isHeld = (tap) => (held.get(tap.order)?.until ?? 0) > Date.now();

// Whether `tap` is one that the site was there for, and did not answer.
export const isStuck = (tap) => held.get(tap.order)?.id === tap.id;

function hold(tap) {
  const tries = (held.get(tap.order)?.tries ?? 0) + 1;
  held.set(tap.order, { id: tap.id, tries, until: Date.now() + Math.min(HOLD * 2 ** (tries - 1), LONGEST) });
}

// Try all of them at once: the network is back, or somebody has tapped.
export const release = () => held.forEach((one) => (one.until = 0));

// The keys of what was dropped, on this page or on another that is open. It may be on its way already: its answer is
// waited for all the same, since only that tells whether it has arrived.
const dropped = new Set();
const drops = new BroadcastChannel("qiyuan-drops");
drops.onmessage = (event) => dropped.add(event.data);

export const isDropped = (key) => dropped.has(key);

// Somebody does not want `tap` sent: those behind it go on.
export async function drop(tap) {
  dropped.add(tap.key);
  drops.postMessage(tap.key);
  await forget(tap.id);
  held.delete(tap.order);
}

// {done}, {refused, status}, "sign-in" or "away".
async function send(tap, token, late) {
  const headers = { "X-CSRFToken": token, "X-Queued-For": tap.person, ...(late ? { "X-Queued-Late": "1" } : {}) };
  const body = new URLSearchParams(tap.fields);
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(tap.url, { method: "POST", body, headers, redirect: "error", signal });
    if (answer.status === 401) return "sign-in";
    const said = answer.headers.get("X-Queued");
    if (said === "done") return { done: await answer.json() };
    return said === "refused" ? { refused: sentenceOf(await answer.text()), status: answer.status } : "away";
  } catch {
    return "away";
  }
}

// What became of the taps of one run: `sent` and `refused` hold taps with what was said; `stopped` says why
// others still wait, `until` when the first of those that are held up is due again. `isLate` says of a tap whether
// nobody is about to see the page that it leads to.
async function sendAll(address, isLate) {
  const run = { sent: [], refused: [], stopped: "" };
  let who = null;
  let asked = 0;
  for (;;) {
    const all = (await kept()).filter((tap) => tap.state === WAITING);
    if (!all.length) return run;
    who ??= await presence(address);
    if (!who) return { ...run, stopped: "away" };
    const mine = all.filter((tap) => tap.person === who.person);
    if (!mine.length) return { ...run, stopped: who.person ? "another" : "sign-in" };
    const tap = mine.find((one) => !isHeld(one));
    if (!tap) return { ...run, stopped: "held", until: Math.min(...mine.map((one) => held.get(one.order).until)) };
    const answer = await send(tap, who.token, isLate(tap));
    if (answer === "away") {
      who = await presence(address);
      if (!who) return { ...run, stopped: "away" };
      if (!isDropped(tap.key)) hold(tap);
    } else if (answer === "sign-in") {
      // The session or the token has changed since we asked.
      if (asked++) return { ...run, stopped: "sign-in" };
      who = null;
    } else {
      asked = 0;
      held.delete(tap.order);
      if (answer.done) {
        await forget(tap.id);
        run.sent.push({ ...tap, ...answer.done });
      } else {
        const refused = { ...tap, state: REFUSED, sentence: answer.refused, status: answer.status };
        await change(refused);
        run.refused.push(refused);
      }
    }
  }
}

// One page of the browser sends at a time. Where browsers have no locks (a hall without TLS), two pages may send
// the same tap, and its key makes it count once.
let turn = Promise.resolve();

export function drain(address, isLate) {
  const all = () => sendAll(address, isLate);
  const mine = turn.then(() => (navigator.locks ? navigator.locks.request("qiyuan-sender", all) : all()));
  turn = mine.catch(() => {});
  return mine;
}
