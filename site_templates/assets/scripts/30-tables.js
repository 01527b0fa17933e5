// Tables that can be narrowed by words and sorted by a column, and whose address says how. Of very long ones only a
// part of the rows is in the page at a time: the layout of ten thousand rows takes longer than a key press may.
(() => {
  "use strict";
  const { shown } = window.fingerpost;
  const LEAST_SORTED = 3;
  const LEAST_FILTERED = 8;
  const FIRST = 60; // rows of a long table in the page at once, until somebody asks for more
  const LONG = 200;
  const STEP = 200;
  const SLICE = 12; // milliseconds of work before the page may answer again

  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const button = (className, ...content) => Object.assign(made("button", className, ...content), { type: "button" });
  const number = (count) => count.toLocaleString("en");
  const pause = () => new Promise((resolve) => window.setTimeout(resolve, 0));
  const slug = (words) => words.trim().toLowerCase().replace(/\s+/g, "-");

  // All words of a row, those that only show on hover (whole ids, exact times) among them.
  const textOf = (row) => {
    const words = Array.from(row.cells, (cell) => cell.textContent);
    for (const element of row.querySelectorAll("[title]")) words.push(element.title);
    return words.join("\n").toLowerCase();
  };

  // What a cell sorts by: times and numbers first, then words with their numbers by size; nothing at the end.
  const NUMBER = /^[-+]?\d[\d,]*(?:\.\d+)?(?![\w.,:/-])/;
  const keyOf = (cell) => {
    const time = cell.querySelector("time[title]");
    const moment = time ? Date.parse(time.title) : NaN;
    if (!Number.isNaN(moment)) return [0, moment];
    const text = cell.textContent.trim();
    const found = NUMBER.exec(text);
    if (found) return [0, Number(found[0].replaceAll(",", ""))];
    const words = text.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, "").slice(0, 200);
    return [text ? 1 : 2, words.replace(/\d+/g, (digits) => digits.padStart(15, "0"))];
  };
  const sorted = (entries, column, backwards) => {
    const keyed = entries.map((entry) => [keyOf(entry.row.cells[column]), entry]);
    const sign = backwards ? -1 : 1;
    keyed.sort(([[rank, key]], [[otherRank, other]]) => {
      if (rank !== otherRank) return rank === 2 || otherRank === 2 ? rank - otherRank : sign * (rank - otherRank);
      return key < other ? -sign : key > other ? sign : 0;
    });
    return keyed.map(([, entry]) => entry);
  };

  // Columns of a long table keep their widths, whichever rows are in the page: nothing jumps, and layout is quick.
  const steady = (table, heads) => {
    if (window.getComputedStyle(table).display !== "table") return; // rows are cards
    const widths = heads.map((head) => head.offsetWidth);
    const total = widths.reduce((sum, width) => sum + width, 0) || 1;
    const columns = widths.map((width) => {
      const column = made("col");
      column.setAttribute("width", `${((100 * width) / total).toFixed(2)}%`);
      return column;
    });
    table.prepend(made("colgroup", "", ...columns));
    table.classList.add("fp-table--steady");
  };

  const start = (box, prefix) => {
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const entries = Array.from(body.rows, (row) => ({ row, text: null }));
    if (entries.length < LEAST_SORTED) return;

    let order = entries; // all rows, sorted
    let found = entries; // those of them that hold all words
    let words = [];
    const long = entries.length > LONG;
    const first = long ? FIRST : entries.length;
    let limit = first;
    let drawn = Array.from(body.rows);
    let run = 0;

    const said = made("span");
    said.setAttribute("role", "status");
    const more = button("", "");
    const all = button("", "");
    const rest = made("p", "fp-more", more, " ", all);
    rest.hidden = true;

    const draw = (count) => {
      const rows = found.slice(0, count).map((entry) => entry.row);
      if (rows.length === drawn.length && rows.every((row, place) => row === drawn[place])) return;
      drawn = rows;
      body.replaceChildren(...rows);
    };
    const show = () => {
      draw(limit);
      const left = found.length - limit;
      rest.hidden = left <= 0;
      more.textContent = `Show ${number(Math.min(STEP, left))} more`;
      all.hidden = left <= STEP;
      all.textContent = `Show all ${number(found.length)}`;
      const total = number(entries.length);
      if (words.length && !found.length) said.textContent = `none of ${total} holds all of these words`;
      else if (words.length && left > 0) said.textContent = `showing ${limit} of ${number(found.length)} that match, of ${total}`;
      else if (words.length) said.textContent = `showing ${number(found.length)} of ${total}`;
      else said.textContent = left > 0 ? `showing ${number(limit)} of ${total}` : "";
    };

    // Look at one row after the other; give way in between, and to whatever was asked since.
    const look = async () => {
      run += 1;
      const mine = run;
      const matching = [];
      let until = performance.now() + SLICE;
      for (const entry of words.length ? order : []) {
        if (performance.now() > until) {
          await pause();
          if (mine !== run) return;
          until = performance.now() + SLICE;
        }
        if (entry.text === null) entry.text = textOf(entry.row);
        if (words.every((word) => entry.text.includes(word))) matching.push(entry);
      }
      found = words.length ? matching : order;
      show();
    };
    const narrow = (typed) => {
      words = typed.toLowerCase().split(/\s+/).filter(Boolean);
      limit = first;
      return look();
    };

    const input = made("input");
    input.type = "search";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.dir = "auto";
    input.placeholder = "words, a status, a scope …";
    input.addEventListener("input", () => {
      narrow(input.value);
      shown.keep({ [`${prefix}filter`]: input.value.trim() });
    });
    const bar = made("div", "fp-filter", made("label", "", "Filter ", input), said);
    if (entries.length >= LEAST_FILTERED) box.before(bar);
    box.after(rest);

    const grow = (count) => {
      const before = limit;
      limit = count;
      show();
      const next = found[before];
      const target = next && (next.row.querySelector("a") || next.row.cells[0]);
      if (!target) return;
      if (target.tagName !== "A") target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    more.addEventListener("click", () => grow(limit + STEP));
    all.addEventListener("click", () => grow(found.length));
    window.addEventListener("beforeprint", () => draw(found.length));
    window.addEventListener("afterprint", () => draw(limit));

    const heads = Array.from(table.tHead.rows[0].cells);
    const names = heads.map((head) => slug(head.textContent));
    const mark = (column, backwards) => {
      for (const [place, head] of heads.entries()) {
        if (place === column) head.setAttribute("aria-sort", backwards ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      }
    };
    const sort = (column, backwards) => {
      order = column < 0 ? entries : sorted(entries, column, backwards);
      mark(column, backwards);
      return look();
    };
    heads.forEach((head, column) => {
      const press = button("fp-sort", ...head.childNodes);
      press.title = "Sort by this column";
      head.append(press);
      press.addEventListener("click", () => {
        // Up, then down, then as the page has them.
        const now = head.getAttribute("aria-sort");
        sort(now === "descending" ? -1 : column, now === "ascending");
        const spelled = { ascending: `-${names[column]}`, descending: "" }[now];
        shown.keep({ [`${prefix}sort`]: spelled === undefined ? names[column] : spelled });
      });
    });
    table.classList.add("fp-sortable");

    const restore = () => {
      input.value = shown.get(`${prefix}filter`);
      const asked = shown.get(`${prefix}sort`);
      const backwards = asked.startsWith("-");
      words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      sort(names.indexOf(backwards ? asked.slice(1) : asked), backwards);
    };
    if (long) {
      draw(limit);
      steady(table, heads);
    }
    restore();
    shown.follow(restore);

    // Get the words ready while nothing else happens, so that the first key press finds them.
    if (long && window.requestIdleCallback) {
      let next = 0;
      const prepare = (idle) => {
        const until = performance.now() + SLICE;
        while (next < entries.length && performance.now() < until && idle.timeRemaining() > 1) {
          const entry = entries[next];
          if (entry.text === null) entry.text = textOf(entry.row);
          next += 1;
        }
        if (next < entries.length) window.requestIdleCallback(prepare);
      };
      window.requestIdleCallback(prepare);
    }
  };

  window.fingerpost.ready(() => {
    document.querySelectorAll("[data-fp-filter]").forEach((box, place) => {
      start(box, place ? `t${place + 1}.` : "");
    });
  });
})();
