// Before anything is painted: the colours that the reader chose, or else those that the system asks for.
(() => {
  "use strict";
  let chosen = null;
  try {
    chosen = __md_get("__palette");
  } catch {
    // What cannot be read is no choice.
  }
  let media = chosen?.color?.media ?? "(prefers-color-scheme)";
  if (media === "(prefers-color-scheme)") media = `(prefers-color-scheme: ${matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"})`;
  const option = document.querySelector(`[data-md-color-media="${CSS.escape(media)}"]`);
  if (option === null) return;
  for (const part of ["scheme", "primary", "accent"]) {
    document.body.setAttribute(`data-md-color-${part}`, option.getAttribute(`data-md-color-${part}`));
  }
  document.body.setAttribute("data-md-color-media", media);
})();
