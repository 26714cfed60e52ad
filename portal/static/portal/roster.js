// In the table of teams a player goes to another board of the own team by dragging the name there, or by the board's
// number on the keyboard; who sits there changes places. Without this the order stands behind the row's menu.

const form = document.querySelector("form[data-roster]");
const players = form ? [...document.querySelectorAll("tr[data-team] [data-player]")] : [];

function swap(player, other) {
  const row = player.closest("tr");
  if (!other || other === player || other.closest("tr") !== row) return;
  const order = [...row.querySelectorAll("[data-player]")].map(({ dataset }) => dataset.player);
  const [from, to] = [player, other].map(({ dataset }) => order.indexOf(dataset.player));
  [order[from], order[to]] = [order[to], order[from]];
  const places = order.map((key, place) => [`place_${key}`, place + 1]);
  for (const [name, value] of [["team", row.dataset.team], ...places]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.requestSubmit();
}

for (const player of players) {
  player.tabIndex = 0;
  Object.assign(player.style, { cursor: "grab", touchAction: "pan-y", userSelect: "none" });
  player.addEventListener("keydown", ({ key }) => {
    swap(player, player.closest("tr").querySelectorAll("td[data-board] [data-player]")[Number(key) - 1]);
  });
  player.addEventListener("pointerdown", () => {
    document.addEventListener("pointerup", ({ clientX, clientY }) => {
      const there = document.elementFromPoint(clientX, clientY);
      swap(player, there?.closest("[data-player]") ?? there?.closest("[data-board]")?.querySelector("[data-player]"));
    }, { once: true });
  });
}

for (const words of players.length ? document.querySelectorAll("[data-swaps]") : []) words.hidden = false;
