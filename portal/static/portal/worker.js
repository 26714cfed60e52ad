// Pages that were opened stay readable without a network (/sw.js). Browsers offer this on encrypted connections
// and on the machine itself; in a hall without TLS there is nothing to register.

const workers = navigator.serviceWorker;

const tell = () => workers.controller?.postMessage(location.pathname);

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
