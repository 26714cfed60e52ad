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

for (const strip of document.querySelectorAll(".strip")) {
  const current = strip.querySelector("[aria-current]");
  if (current) strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
}
