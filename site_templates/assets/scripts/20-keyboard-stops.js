// Only what can be scrolled needs a stop for the keyboard.
(() => {
  "use strict";
  const stops = () => {
    for (const box of document.querySelectorAll(".fp-scroll")) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  window.fingerpost.ready(stops);
  window.addEventListener("resize", stops);
  document.addEventListener("toggle", stops, true);
})();
