// Reads pages of the site with the browser's own parser, which runs nothing of them, and says what they consist of.
(() => {
  "use strict";
  const WAYS = new Set(["href", "src", "srcset", "action", "formaction", "data", "poster", "xlink:href", "cite"]);
  const read = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${answer.status} ${path}`);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const leads = (value) => {
    const found = /^[\s\x00-\x20]*([a-z][a-z0-9+.-]*:|[\\/]{2})/i.exec(value);
    return found ? found[1].toLowerCase() : "within";
  };
  // An element with its classes, its attributes and where they lead; numbers in a class are sizes.
  const partsOf = function* (root) {
    for (const element of root.querySelectorAll("*")) {
      const tag = `${element.namespaceURI.slice(-4)} ${element.localName}`;
      yield tag;
      for (const { name, value } of element.attributes) {
        if (name === "open") continue; // a state, which whoever reads changes
        yield `${tag} ${name}`;
        if (WAYS.has(name)) yield `${tag} ${name} ${leads(value)}`;
        else if (name === "class") for (const each of value.replace(/[0-9]+/g, "9").split(" ")) yield `${tag}.${each}`;
      }
    }
  };
  const lines = (element) => {
    const copy = element.cloneNode(true);
    for (const each of copy.querySelectorAll("br")) each.replaceWith("\n");
    return copy.textContent;
  };
  const TESTS = {
    is: (element, texts) => texts.includes(lines(element)),
    has: (element, texts) => texts.some((text) => element.textContent.includes(text)),
    title: (element, texts) => [element.getAttribute("title"), element.textContent].some((said) => texts.includes(said)),
  };
  // What is not in an article. Raw events show every text, and so they count only where they are asked for.
  const missing = (article, wants) =>
    wants.filter(([selector, test, texts]) => {
      const raw = selector.startsWith(".fp-raw");
      const there = Array.from(article.querySelectorAll(selector));
      return !there.some((element) => raw === !!element.closest(".fp-raw") && TESTS[test](element, texts));
    });
  const live = () => Object.fromEntries(Array.from(partsOf(document), (part) => [part, location.pathname]));
  const pause = () => new Promise((done) => window.setTimeout(done, 300));
  window.hostile = {
    // Of pages with what they must show: their parts, each with the first page that has it; and what they do not show.
    async examine(asked) {
      const parts = new Map();
      const gone = [];
      let next = read(asked[0][0]);
      for (const [place, [path, wants]] of asked.entries()) {
        const page = await next;
        if (place + 1 < asked.length) next = read(asked[place + 1][0]);
        for (const part of partsOf(page)) if (!parts.has(part)) parts.set(part, path);
        gone.push(...missing(page.querySelector("article"), wants).map((want) => [path, ...want]));
      }
      return [Object.fromEntries(parts), gone];
    },
    // The parts of this page after everything on it was pointed at and what is no link was clicked.
    async provoked() {
      for (const element of document.querySelectorAll("article *")) {
        for (const name of ["mouseover", "pointerenter", "focus", "toggle"]) element.dispatchEvent(new Event(name));
        if (!element.closest("a, input, button")) element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
      await pause();
      return live();
    },
    // Type each text into the first field of this page, and put it into its address.
    async typed(key, texts) {
      const field = document.querySelector("article input");
      for (const text of texts) {
        history.replaceState(null, "", `#${key}=${encodeURIComponent(text)}`);
        window.dispatchEvent(new HashChangeEvent("hashchange"));
        if (field) {
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }
      }
      await pause();
    },
    // The titles that search shows.
    found: () => Array.from(document.querySelectorAll(".md-search-result h1, .md-search-result h2"), lines),
    // What could act inside of the elements of a selector, drawings and fields of our own scripts aside.
    alive: (selector) =>
      Array.from(document.querySelectorAll(`${selector} *`))
        .filter(
          (element) =>
            /^(script|img|image|iframe|object|embed|base|style|link|meta|video|audio|math|foreignobject|animate|set|use)$/i.test(
              element.localName,
            ) ||
            Array.from(element.attributes).some(({ name }) => /^(on|srcdoc|formaction)/.test(name)) ||
            (element.hasAttribute("href") && new URL(element.getAttribute("href"), location.href).origin !== location.origin),
        )
        .map((element) => element.outerHTML),
  };
})();
