// A file that the site would refuse unread is refused where it is chosen: nothing is sent, nothing typed is lost.

document.addEventListener("change", ({ target }) => {
  const said = target.type === "file" && target.closest(".field")?.querySelector("[data-most-bytes]");
  if (!said) return;
  const size = [...target.files].reduce((sum, file) => sum + file.size, 0);
  said.hidden = size <= Number(said.dataset.mostBytes);
  target.setCustomValidity(said.hidden ? "" : said.textContent.trim());
});
