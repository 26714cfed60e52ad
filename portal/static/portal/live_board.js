// A running game that everybody reads: every two seconds the page asks for what of it changes, and swaps it where it
// is another. Who looks at the last move sees the new one; who looks back stays there (board.js).

const EVERY = 2_000;
const HIDDEN = 60_000;
const PATIENCE = 10_000;

const game = document.querySelector("[data-live-board]");
let tag = "";

async function ask() {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(game.dataset.liveBoard, { headers, cache: "no-store", credentials: "omit", signal });
    // Its record has been accepted, or it is no longer public: the page says so itself.
    if (answer.status === 404 || answer.status === 410) return location.reload();
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      show(await answer.text());
    }
  } catch {
    // Without a network the last position stays, and the next question may get through.
  }
  setTimeout(ask, document.hidden ? HIDDEN : EVERY);
}

function show(html) {
  const now = document.querySelector("[data-live-now]");
  const next = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live-now]");
  if (!next || next.textContent === now.textContent) return;
  document.dispatchEvent(new Event("page:leaving"));
  now.replaceWith(next);
  document.dispatchEvent(new Event("page:arrived"));
}

setTimeout(ask, EVERY);
