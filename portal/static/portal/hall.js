// The overview of a round on a phone: to a table by its number, which tables have taps that wait on this phone, and
// since when the list has not been renewed.

import { REFUSED, WAITING, kept } from "./queue.js";

const away = document.querySelector("[data-hall-away]");
let current = Date.now();

const rows = () => [...document.querySelectorAll(".hall-row")];

document.querySelector("[data-jump]").addEventListener("submit", (event) => {
  const input = event.target.elements.table;
  const row = document.getElementById(`hall-${Number(input.value.normalize("NFKC"))}`);
  // A table that the list does not show is the server's to find.
  if (!row) return;
  event.preventDefault();
  input.value = "";
  row.focus();
  row.click();
});

// The row of a tap is that of the table whose page it belongs to.
async function mark() {
  const taps = await kept().catch(() => []);
  const backs = (state) => new Set(taps.filter((tap) => tap.state === state).map((tap) => new URL(tap.back, location.origin).pathname));
  const [waiting, refused] = [backs(WAITING), backs(REFUSED)];
  for (const row of rows()) {
    row.querySelector("[data-pending]").hidden = !waiting.has(row.dataset.sheet);
    row.querySelector("[data-refused]").hidden = !refused.has(row.dataset.sheet);
  }
}

function tell(isAway) {
  if (!isAway) current = Date.now();
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const words = isAway ? away.dataset.words.replace("%s", time.format(current)) : "";
  if (away.textContent !== words) away.textContent = words;
  away.hidden = !isAway;
}

for (const happened of ["queue:kept", "queue:sent", "queue:shown", "htmx:afterSettle"]) {
  document.addEventListener(happened, mark);
}
document.addEventListener("htmx:afterRequest", (event) => tell(![200, 204].includes(event.detail.xhr.status)));
addEventListener("offline", () => tell(true));
addEventListener("pageshow", mark);
