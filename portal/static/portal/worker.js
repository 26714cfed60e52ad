// Pages that were opened stay readable without a network (/sw.js). Browsers offer this on encrypted connections
// and on the machine itself; in a hall without TLS there is nothing to register.

const workers = navigator.serviceWorker;

// With a page comes the text of the rules that it cites.
function tell() {
  const cited = [...document.querySelectorAll("a.cited")].map((link) => link.pathname);
  for (const path of new Set([location.pathname, ...cited])) workers.controller?.postMessage(path);
}

async function register() {
  try {
    await workers.register("/sw.js");
    tell();
  } catch {
    // A private window may refuse; then the site is what it is without.
  }
}

if (workers) {
  workers.addEventListener("controllerchange", tell);
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
