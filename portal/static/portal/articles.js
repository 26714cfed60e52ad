// The text of an article where it is cited, on line and off: of a link to it (a.cited) whose text came with the
// page.

const dialog = document.getElementById("cited");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.cited");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const articles = [...document.querySelectorAll("template[data-article]")];
  const shown = articles.find((article) => article.dataset.article === link.pathname + link.hash);
  if (!shown) return;
  event.preventDefault();
  dialog.querySelector("[data-slot]").replaceChildren(shown.content.cloneNode(true));
  dialog.showModal();
});
