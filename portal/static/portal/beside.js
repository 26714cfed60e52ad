// The list of tables beside the one that is open, where the screen has room for both; a phone does not ask for it.

const place = document.querySelector("[data-hall-beside]");

if (matchMedia("(min-width: 80rem)").matches) {
  htmx.ajax("GET", place.dataset.hallBeside, { target: place, select: "#hall", swap: "innerHTML" }).catch(() => {});
}
