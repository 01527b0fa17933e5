// What a page shows beyond what it is, kept behind the "#" of its address as names and values, so that a link to it
// shows the same. An address that leads to a heading ("#chain") holds none.
(() => {
  "use strict";
  const DELAY = 250; // milliseconds; browsers limit how often an address may change
  let waiting = 0;
  let changes = new Map();

  const read = () => {
    const behind = location.hash.slice(1);
    return new URLSearchParams(behind.includes("=") ? behind : "");
  };
  const spelled = (given) => {
    const names = read();
    for (const [name, value] of given) {
      if (value === null || value === "") names.delete(name);
      else names.set(name, value);
    }
    const text = names.toString();
    return text ? `#${text}` : location.pathname + location.search;
  };

  window.fingerpost.shown = {
    // The value kept under a name, or "".
    get: (name) => read().get(name) || "",
    // Do something whenever somebody goes to another state of the page, by a link or back in the history.
    follow(work) {
      window.addEventListener("hashchange", () => {
        if (!location.hash || location.hash.includes("=")) work();
      });
    },
    // The address with some values changed, for a link; "" takes one away.
    link: (given) => spelled(Object.entries(given)),
    // Keep values soon, without a new step in the history.
    keep(given) {
      for (const [name, value] of Object.entries(given)) changes.set(name, value);
      window.clearTimeout(waiting);
      const { pathname } = location;
      waiting = window.setTimeout(() => {
        if (location.pathname === pathname) window.history.replaceState(window.history.state, "", spelled(changes));
        changes = new Map();
      }, DELAY);
    },
  };
})();
