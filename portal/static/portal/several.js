// Boxes of a list: how many are ticked, all at once by one link, a range with Shift. Without scripts the boxes
// and the link work by themselves.

const form = document.getElementById("several");
const boxes = () => [...document.querySelectorAll('input[type="checkbox"][form="several"]')];
const counted = form?.querySelector(".bulk-count");
const link = form?.querySelector(".all-shown");
const idle = counted?.textContent;
let last = null;

function count() {
  const ticked = boxes().filter((box) => box.checked).length;
  counted.textContent = ticked ? `${ticked} ${form.dataset.count}` : idle;
  form.classList.toggle("any", ticked > 0);
  link.textContent = ticked && ticked === boxes().length ? link.dataset.none : link.dataset.all;
}

if (form) {
  document.addEventListener("click", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || box.getAttribute("form") !== "several") return;
    const all = boxes();
    if (event.shiftKey && last !== null && all.includes(last)) {
      const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
      for (const one of all.slice(from, to + 1)) one.checked = box.checked;
    }
    last = box;
    count();
  });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const all = boxes();
    const tick = !all.every((box) => box.checked);
    for (const box of all) box.checked = tick;
    count();
  });
  // A page that is gone back to keeps its ticks.
  addEventListener("pageshow", count);
  count();
}
