// Buttons that ask the browser for a passkey: data-passkey names allauth's form, data-credential the field that
// carries the answer. What the server asks for stands in #js_data.

for (const button of document.querySelectorAll("[data-passkey]")) {
  const { passkey, credential, passwordless } = button.dataset;
  const ids = { add: button.id, authenticate: button.id, login: button.id, credential, passwordless, data: "js_data" };
  window.allauth.webauthn.forms[passkey]({ ids });
}
