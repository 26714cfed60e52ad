// The text of an article where it is cited, on line and off: of a link to it (a.cited) that the page's #cited knows.

const dialog = document.getElementById("cited");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.cited");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const articles = [...dialog.querySelectorAll("[data-article]")];
  const shown = articles.find((article) => article.dataset.article === link.pathname + link.hash);
  if (!shown) return;
  event.preventDefault();
  for (const article of articles) article.hidden = article !== shown;
  dialog.showModal();
});
