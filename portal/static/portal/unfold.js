// Rows that unfold. Without scripts every row stands open.
// A row that unfolds is <tr class="unfolds" data-key="…"> with a <button class="toggle" aria-expanded
// aria-controls="id">; what it unfolds is the <tr class="more" id="id"> after it.

// Where there is room the arithmetic of one row of .explained stands beside the table (the sheet says how wide that is).
const beside = matchMedia("(min-width: 76rem)");

function setOpen(row, open) {
  const button = row.querySelector(".toggle");
  const more = button && document.getElementById(button.getAttribute("aria-controls"));
  if (!more) return;
  if (open && beside.matches && row.closest(".explained")) {
    for (const other of row.closest(".explained").querySelectorAll("tr.unfolds.open")) {
      if (other !== row) setOpen(other, false);
    }
  }
  button.setAttribute("aria-expanded", String(open));
  row.classList.toggle("open", open);
  more.classList.toggle("shown", open);
}

document.addEventListener("click", (event) => {
  const row = event.target.closest("tr.unfolds");
  if (!row || event.target.closest("a, input, select, label, button:not(.toggle)")) return;
  if (String(document.getSelection())) return;
  setOpen(row, !row.classList.contains("open"));
});

function explainFirst() {
  const table = document.querySelector(".explained");
  if (!beside.matches || !table || table.querySelector("tr.unfolds.open")) return;
  const row = table.querySelector("tr.unfolds");
  if (row) setOpen(row, true);
}

explainFirst();

// live.js swaps the page: what was open stays open.
let open = [];

document.addEventListener("page:leaving", () => {
  open = [...document.querySelectorAll("tr.unfolds.open")].map((row) => row.dataset.key);
});

document.addEventListener("page:arrived", () => {
  for (const row of document.querySelectorAll("tr.unfolds")) {
    if (open.includes(row.dataset.key)) setOpen(row, true);
  }
  explainFirst();
});
