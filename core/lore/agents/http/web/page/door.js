"use strict";
// Changes the link for a key that this tab keeps, then starts the terminal. The link stands behind `#`, so the browser
// never sends it, and it is taken out of the history before anything else.
(() => {
  const nonce = document.currentScript.dataset.nonce;
  const link = location.hash.slice(1);
  history.replaceState(null, "", "/");
  const KEY = "lore";

  // The terminal makes styles while it runs: they carry the mark that the page's policy asks for.
  const make = document.createElement;
  document.createElement = function (name, options) {
    const made = make.call(document, name, options);
    if (String(name).toLowerCase() === "style") made.nonce = nonce;
    return made;
  };

  function say(text) {
    document.getElementById("said").textContent = text;
  }

  async function post(path, values) {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(values),
    });
    const told = await reply.json();
    if (!reply.ok) throw new Error(told.error);
    return told;
  }

  function load(name, attributes) {
    return new Promise((done, failed) => {
      const made = document.createElement(name);
      made.onload = done;
      made.onerror = () => failed(new Error("a part of the page could not be loaded"));
      Object.assign(made, attributes);
      document.head.append(made);
    });
  }

  async function begin() {
    if (link) sessionStorage.setItem(KEY, (await post("/open", { link })).key);
    const key = sessionStorage.getItem(KEY);
    if (!key) throw new Error("open the link that `lore serve --web` printed");
    const { ticket } = await post("/ticket", { key });
    document.getElementById("terminal").dataset.sessionWebsocketUrl = `ws://${location.host}/ws/${ticket}`;
    await load("link", { rel: "stylesheet", href: "/terminal/xterm.css" });
    await document.fonts.load("16px 'Roboto Mono'");
    await load("script", { src: "/terminal/textual.js" });
    say("The app has ended. Reload the page to open it again.");
    window.onload(); // the terminal waits for this, which the page has behind it
    const opened = setInterval(() => {
      if (!document.body.classList.contains("-loaded")) return;
      clearInterval(opened);
      document.querySelector(".xterm-helper-textarea").focus(); // so that keys need no click first
    }, 20);
  }

  window.addEventListener("load", () => {
    begin().catch((error) => say(`${error.message}. In the terminal, Enter prints a new link.`));
  });
})();
