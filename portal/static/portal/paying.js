// From a private page to the provider of payments and back. The provider never learns the private address: the
// browser keeps it in this tab, and the page on which the payer comes back leads there.

const { payment, from } = document.currentScript.dataset;
const name = `own-page:${payment}`;

function remembered() {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

if (from) {
  try {
    sessionStorage.setItem(name, from);
  } catch {
    // Without storage the page says where the address is to be found.
  }
} else {
  document.addEventListener("DOMContentLoaded", () => {
    const address = remembered();
    const way = document.querySelector("[data-way-back]");
    if (!way || !address.startsWith("/") || address.startsWith("//")) return;
    way.querySelector("a").href = address;
    // Once it is paid there is nothing to read here: the account on the own page says so.
    if ("atOnce" in way.dataset) location.replace(`${address}#fee`);
    way.hidden = false;
    document.querySelector("[data-no-way-back]").hidden = true;
  });
}
