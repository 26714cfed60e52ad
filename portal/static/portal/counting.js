// Where a whole board has no room for its points, a tap on it enlarges it (the label of "Larger board"): what was
// tapped comes to the middle of the window. Without scripts the window begins at the board's corner.

document.addEventListener("click", (event) => {
  if (!event.target.closest(".count-enlarge")) return;
  const view = event.target.closest(".count-window");
  const board = view.querySelector(".count-board");
  const small = board.getBoundingClientRect();
  const across = (event.clientX - small.left) / small.width;
  const down = (event.clientY - small.top) / small.height;
  requestAnimationFrame(() => {
    view.scrollLeft = across * board.offsetWidth - view.clientWidth / 2;
    view.scrollTop = down * board.offsetHeight - view.clientHeight / 2;
    view.scrollIntoView({ block: "nearest" });
  });
});
