// Tabs and numbers of rounds stand in one line that scrolls sideways: the present one is brought into sight.

function show() {
  for (const strip of document.querySelectorAll(".strip, .numbers")) {
    const here = strip.querySelector("[aria-current]");
    if (here && strip.scrollWidth > strip.clientWidth) {
      strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
    }
  }
}

show();
document.addEventListener("page:arrived", show);
