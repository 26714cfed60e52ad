// Taps that must not be lost: each is kept on the device until the site has decided on it, and sent in turn.
//
// A tap is a form with its key: {person, whose, url, fields, what, back, at, key, state, sentence}. It belongs to
// the person who was signed in, and only that person's session sends it. The site does a key once, so an answer
// that was lost on the way does no harm: the tap is sent again and gets the first answer. Only an answer that
// names itself (X-Queued) decides; what a proxy or the hall's network says in its place does not.

const DATABASE = "qiyuan";
const STORE = "taps";
const PATIENCE = 10_000;

export const WAITING = "waiting";
export const REFUSED = "refused";

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

const change = (tap) => inStore("readwrite", (store) => store.put(tap));

// Keep a tap. The same one again (a double tap: the same form with the same contents) is kept already.
export async function keep(tap) {
  const key = JSON.stringify([tap.person, tap.url, [...tap.fields].sort()]);
  try {
    await inStore("readwrite", (store) => store.add({ ...tap, key, state: WAITING, at: Date.now() }));
  } catch (error) {
    if (error?.name !== "ConstraintError") throw error;
  }
  return key;
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
  return [...said].map((one) => one.textContent.trim()).join(" ");
}

// {done}, {refused}, "sign-in" or "away".
async function send(tap, token, late) {
  const headers = { "X-CSRFToken": token, "X-Queued-For": tap.person, ...(late ? { "X-Queued-Late": "1" } : {}) };
  const body = new URLSearchParams(tap.fields);
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(tap.url, { method: "POST", body, headers, redirect: "error", signal });
    if (answer.status === 401) return "sign-in";
    const said = answer.headers.get("X-Queued");
    if (said === "done") return { done: await answer.json() };
    return said === "refused" ? { refused: sentenceOf(await answer.text()) } : "away";
  } catch {
    return "away";
  }
}

// What became of the taps of one run: `sent` and `refused` hold taps with what was said; `stopped` says why
// others still wait.
async function sendAll(address, fresh) {
  const run = { sent: [], refused: [], stopped: "" };
  let who = null;
  let asked = 0;
  for (;;) {
    const all = (await kept()).filter((tap) => tap.state === WAITING);
    if (!all.length) return run;
    who ??= await presence(address);
    if (!who) return { ...run, stopped: "away" };
    const tap = all.find((one) => one.person === who.person);
    if (!tap) return { ...run, stopped: who.person ? "another" : "sign-in" };
    const answer = await send(tap, who.token, tap.key !== fresh);
    if (answer === "away") return { ...run, stopped: "away" };
    if (answer === "sign-in") {
      // The session or the token has changed since we asked.
      if (asked++) return { ...run, stopped: "sign-in" };
      who = null;
    } else if (answer.done) {
      asked = 0;
      await forget(tap.id);
      run.sent.push({ ...tap, ...answer.done });
    } else {
      asked = 0;
      const refused = { ...tap, state: REFUSED, sentence: answer.refused };
      await change(refused);
      run.refused.push(refused);
    }
  }
}

// One page of the browser sends at a time. Where browsers have no locks (a hall without TLS), two pages may send
// the same tap, and its key makes it count once.
let turn = Promise.resolve();

export function drain(address, fresh = "") {
  const all = () => sendAll(address, fresh);
  const mine = turn.then(() => (navigator.locks ? navigator.locks.request("qiyuan-sender", all) : all()));
  turn = mine.catch(() => {});
  return mine;
}
