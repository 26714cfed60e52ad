// Beside the grid of what an entry form asks stands what an applicant will see of it.

document.querySelector(".asked").addEventListener("change", ({ target }) => {
  const name = target.closest("[data-asked]")?.dataset.asked;
  const line = name && document.querySelector(`[data-preview="${name}"]`);
  if (!line) return;
  line.hidden = target.value === "no";
  line.querySelector("span").hidden = target.value !== "required";
});
