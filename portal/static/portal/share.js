// Share a public address: the phone's own sheet where there is one, else the clipboard.

const title = (button) => ({ title: button.dataset.title, url: button.dataset.share });

async function share(button) {
  const said = button.nextElementSibling;
  if (navigator.share) {
    // Who closes the sheet has changed his mind; nothing went wrong.
    await navigator.share(title(button)).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(button.dataset.share);
  said.textContent = button.dataset.copied;
}

// Neither is there on a page without TLS: then the address of the public card is a link like any other.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", () => share(button));
}
