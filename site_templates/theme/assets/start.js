// What the theme keeps between pages, by the address of the site; its own script for this stands in every page,
// where a strict Content-Security-Policy forbids it.
document.documentElement.classList.replace("no-js", "js");
var __md_scope = new URL("..", document.currentScript.src);
var __md_hash = (text) => [...text].reduce((sum, char) => (sum << 5) - sum + char.charCodeAt(0), 0);
var __md_get = (key, store = localStorage, scope = __md_scope) => JSON.parse(store.getItem(`${scope.pathname}.${key}`));
var __md_set = (key, value, store = localStorage, scope = __md_scope) => {
  try {
    store.setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
  } catch {
    // Without a store the choice lasts for this page.
  }
};
