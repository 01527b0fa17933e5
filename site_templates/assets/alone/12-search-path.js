// Search knows pages, not every path: a query that looks like one leads to the field that answers for any path.
(() => {
  "use strict";
  const PATH = /[/\\]/;

  const offer = (field, result) => {
    const { base } = JSON.parse(document.getElementById("__config").textContent);
    const words = document.createElement("span");
    const link = document.createElement("a");
    link.className = "fp-search-path";
    link.append(words);
    words.dataset.mdScore = "1e9"; // where the theme's Enter key leads
    const show = () => {
      const typed = field.value.trim();
      if (!PATH.test(typed)) {
        link.remove();
        return;
      }
      link.href = new URL(`${base}/paths/index.html#path=${encodeURIComponent(typed)}`, location.href).href;
      const name = document.createElement("bdi");
      name.textContent = typed;
      words.replaceChildren("What governs ", name, "?");
      if (!link.isConnected) result.prepend(link);
    };
    for (const event of ["input", "keyup", "focus", "change"]) field.addEventListener(event, show);
    field.form.addEventListener("reset", () => window.setTimeout(show));
  };

  document.addEventListener("DOMContentLoaded", () => {
    const field = document.querySelector("[data-md-component=search-query]");
    const result = document.querySelector("[data-md-component=search-result]");
    if (field !== null && result !== null) offer(field, result);
  });
})();
