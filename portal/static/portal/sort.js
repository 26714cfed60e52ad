// An order of a few choices as a short list to sort. Without this each place is a select of its own; they stay in the
// form and carry what is sent. A row is dragged by its grip, or taken there with the space bar, moved with the arrow
// keys and dropped with the space bar (Escape puts it back); its buttons move and remove it, for fingers.

function sortable(selects) {
  const places = () => [...selects.querySelectorAll("select")];
  const all = [...places()[0].options].filter((option) => option.value).map(({ value, text }) => ({ value, text }));
  const chosen = () => places().map((select) => select.value).filter(Boolean);
  const words = selects.dataset;
  const list = document.createElement("ol");
  list.className = "sortable";
  const more = document.createElement("select");
  more.className = "sortable-more";
  more.ariaLabel = words.add;
  list.ariaLabel = selects.closest(".field")?.querySelector("label")?.textContent ?? words.add;
  let before = null;

  // There are as many selects as somebody may choose.
  function write(values) {
    while (places().length < values.length) {
      const further = places()[0].closest("li").cloneNode(true);
      further.querySelector("select").removeAttribute("id");
      selects.append(further);
    }
    places().forEach((select, place) => {
      select.value = values[place] ?? "";
    });
    selects.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  }

  function button(label, sign, act, disabled = false) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = sign;
    element.ariaLabel = label;
    element.disabled = disabled;
    element.addEventListener("click", act);
    return element;
  }

  function move(from, to) {
    const values = chosen();
    if (to < 0 || to >= values.length) return;
    values.splice(to, 0, ...values.splice(from, 1));
    write(values);
  }

  function gripOf(value) {
    return list.querySelector(`li[data-value="${CSS.escape(value)}"] .grip`);
  }

  function row(value, place, values) {
    const name = all.find((option) => option.value === value)?.text ?? value;
    const item = document.createElement("li");
    item.dataset.value = value;
    const grip = button(`${name}: ${words.take}`, "≡", () => {});
    grip.className = "grip";
    grip.addEventListener("keydown", (event) => keyed(event, value, place));
    grip.addEventListener("pointerdown", (event) => drag(event, value));
    const text = document.createElement("span");
    text.textContent = name;
    const [up, down] = [place - 1, place + 1];
    item.append(
      grip,
      text,
      button(`${words.up}: ${name}`, "↑", () => stay(value, () => move(place, up), 0), up < 0),
      button(`${words.down}: ${name}`, "↓", () => stay(value, () => move(place, down), 1), down === values.length),
      button(`${words.remove}: ${name}`, "×", () => write(values.filter((other) => other !== value))),
    );
    return item;
  }

  // The focus goes with the row.
  function stay(value, act, which) {
    act();
    const buttons = list.querySelectorAll(`li[data-value="${CSS.escape(value)}"] button:not(.grip)`);
    const same = buttons[which];
    (same.disabled ? buttons[1 - which] : same).focus();
  }

  function keyed(event, value, place) {
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const taken = before !== null;
    if (event.key === " ") {
      before = taken ? null : chosen();
      show();
    } else if (event.key === "Escape" && taken) {
      const back = before;
      before = null;
      write(back);
    } else if (event.key in steps && taken) {
      move(place, place + steps[event.key]);
    } else {
      return;
    }
    event.preventDefault();
    gripOf(value).focus();
    if (before !== null) gripOf(value).closest("li").classList.add("taken");
  }

  function drag(event, value) {
    event.preventDefault();
    const grip = event.currentTarget;
    grip.closest("li").classList.add("taken");
    function over({ clientY }) {
      const from = chosen().indexOf(value);
      const rows = [...list.children];
      const to = rows.findIndex((item) => clientY < item.getBoundingClientRect().bottom);
      if (to >= 0 && to !== from) {
        move(from, to);
        gripOf(value).closest("li").classList.add("taken");
      }
    }
    document.addEventListener("pointermove", over);
    document.addEventListener("pointerup", () => {
      document.removeEventListener("pointermove", over);
      gripOf(value)?.closest("li").classList.remove("taken");
    }, { once: true });
  }

  function show() {
    const values = chosen();
    list.replaceChildren(...values.map((value, place) => row(value, place, values)));
    const rest = all.filter((option) => !values.includes(option.value));
    more.replaceChildren(new Option(words.add, ""), ...rest.map(({ value, text }) => new Option(text, value)));
    more.hidden = !rest.length;
  }

  more.addEventListener("change", (event) => {
    event.stopPropagation();
    if (more.value) write([...chosen(), more.value]);
  });
  selects.hidden = true;
  selects.after(list, more);
  show();
}

const start = (within) => within.querySelectorAll("[data-order]:not([hidden])").forEach(sortable);
start(document);
// A question that is answered anew brings other fields.
document.addEventListener("htmx:load", (event) => start(event.target));
