// Pages are complete without this. It adds a filter to long tables, and makes search work from file://.
(function () {
  "use strict";

  // A page from file:// may not start a worker: run the search worker in a frame of the same page instead.
  if (location.protocol === "file:") {
    window.Worker = window.IFrameWorker = class extends EventTarget {
      constructor(url) {
        super();
        const frame = document.createElement("iframe");
        frame.hidden = true;
        frame.title = "search";
        document.body.append(frame);
        this.inner = frame.contentWindow;
        this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        this.ready = new Promise((resolve) => {
          const script = frame.contentDocument.createElement("script");
          script.src = new URL(url, location.href).href;
          script.onload = resolve;
          frame.contentDocument.body.append(script);
        });
      }
      postMessage(data) {
        this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
      }
      terminate() {}
    };
  }

  // Only what can be scrolled needs a stop for the keyboard.
  const stops = () => {
    for (const box of document.querySelectorAll(".fp-scroll")) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  stops();
  window.addEventListener("resize", stops);
  document.addEventListener("toggle", stops, true);

  for (const box of document.querySelectorAll("[data-fp-filter]")) {
    const rows = Array.from(box.querySelectorAll("tbody tr"));
    if (rows.length < 8) continue;
    const label = document.createElement("label");
    label.className = "fp-filter";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "words, a status, a scope …";
    const count = document.createElement("span");
    count.setAttribute("aria-live", "polite");
    label.append("Filter ", input, count);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown += 1;
      }
      count.textContent = words.length ? `showing ${shown} of ${rows.length}` : "";
    });
    box.before(label);
  }
})();
