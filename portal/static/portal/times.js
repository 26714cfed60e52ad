// Times are printed on the hall's clock. A reader in another zone is shown his own time, and the hall's beside
// it by its city. Without scripts the hall's stands alone.

const MINUTE = 60_000;
const page = document.documentElement.lang;
const language = page === "en" ? "en-GB" : page;
// A bracket of full width has its own.
const GAP = page.startsWith("zh") ? "" : " ";
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric" };

const written = (at, options, zone) => new Intl.DateTimeFormat(language, { ...options, ...HOUR, timeZone: zone }).format(at);

// Minutes ahead of UTC: what "+08:00" at the end of the attribute says.
function offset(time) {
  const [, sign, hours, minutes] = time.dateTime.match(/([+-])(\d\d):(\d\d)$/) ?? [];
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

function span(look, words) {
  const made = document.createElement("span");
  made.className = look;
  made.textContent = words;
  return made;
}

function tell(time) {
  const words = time.dataset.hall;
  delete time.dataset.hall;
  const at = new Date(time.dateTime);
  const [there, here] = [offset(time), -at.getTimezoneOffset()];
  if (there === here) return;
  // As in the hall's zone: its clock, read as if it were UTC.
  const [hall, mine] = [there, here].map((minutes) => new Date(at.getTime() + minutes * MINUTE));
  const weekday = hall.getUTCDate() === mine.getUTCDate() ? {} : { weekday: "short" };
  const own = span("screen-only", written(mine, "day" in time.dataset ? DAY : weekday, "UTC"));
  const beside = span("screen-only soft small", words.replace("%s", written(hall, weekday, "UTC")));
  // Paper hangs in the hall: there its clock comes first.
  const city = Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").pop().replaceAll("_", " ");
  const paper = span("print-only", `${time.textContent} (${written(mine, weekday, "UTC")} ${city})`);
  // Within: where times stand in the columns of a grid, nothing comes between.
  time.replaceChildren(own, paper, GAP, beside);
}

const all = () => document.querySelectorAll("time[data-hall]").forEach(tell);

all();
for (const event of ["page:arrived", "htmx:afterSettle"]) document.addEventListener(event, all);
