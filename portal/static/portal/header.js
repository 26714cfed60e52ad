// The header: "/" leads to the search, Escape and a press elsewhere close what hangs open. A strip of tabs shows
// the present one. A page that came back because of what was typed begins at the first field that is wrong.

const open = () => document.querySelector("details.account[open]");
const typing = (element) => element.closest("input, textarea, select, [contenteditable]");

document.addEventListener("click", (event) => {
  const account = open();
  if (account && !account.contains(event.target)) account.open = false;
});

document.addEventListener("keydown", (event) => {
  const account = open();
  if (event.key === "Escape" && account) {
    account.open = false;
    account.querySelector("summary").focus();
  }
  const search = document.querySelector(".search input[type=search]");
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || !search || typing(event.target)) return;
  event.preventDefault();
  if (search.checkVisibility()) search.focus();
  else document.querySelector(".search-link")?.click();
});

document.querySelector("main [aria-invalid=true]")?.focus();

// Tabs and numbers of rounds stand in one line that scrolls sideways: the present one is brought into sight, and
// whole what the keyboard comes to, which browsers leave cut where a part of it is seen. The programme of an event
// begins with today.
function showCurrent() {
  const today = document.querySelector(".programme > [aria-current]");
  if (today) {
    const region = today.closest(".scroll");
    region.scrollLeft += today.getBoundingClientRect().left - region.getBoundingClientRect().left;
  }
  for (const strip of document.querySelectorAll(".strip, .numbers")) {
    const current = strip.querySelector("[aria-current]");
    if (current && strip.scrollWidth > strip.clientWidth) {
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
    }
  }
}

showCurrent();
document.addEventListener("page:arrived", showCurrent);
document.addEventListener("focusin", ({ target }) => {
  if (target.closest(".strip, .numbers")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
