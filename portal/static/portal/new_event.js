// A new event: its clock is proposed as the browser's, and its last day follows the first, as many days later as
// before. What somebody has chosen stays.

const form = document.querySelector("[data-new-event]");
const zone = form.elements.namedItem("time_zone");
const [first, last] = ["starts", "ends"].map((name) => form.elements.namedItem(name));
const DAY = 86_400_000;

if (form.dataset.newEvent === "fresh") {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...zone.options].some((option) => option.value === here);
  if (known) zone.value = here;
}

let days = 0;

function count() {
  if (first.valueAsNumber && last.valueAsNumber) days = Math.max(0, last.valueAsNumber - first.valueAsNumber) / DAY;
}

first.addEventListener("change", () => {
  if (first.valueAsNumber) last.valueAsNumber = first.valueAsNumber + days * DAY;
});
last.addEventListener("change", count);
count();
