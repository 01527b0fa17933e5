// The field that answers what governs a path. All text goes into the page as text.
(() => {
  "use strict";
  const { governing, matches, normalised, tidy, valuesOf } = window.fingerpost.places;

  const MOST = 100;
  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const code = (text) => made("code", "", text);
  const link = (address, text) => {
    const element = made("a", "", made("bdi", "", text));
    element.href = address;
    return element;
  };
  const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  const listed = (nodes) => nodes.flatMap((node, place) => (place ? [", ", node] : [node]));
  const quoted = (path) => {
    const safe = path.startsWith("-") ? `./${path}` : path;
    return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\"'\"'")}'`;
  };

  const view = (index, base) => {
    const folders = new Map(index.folders);
    const page = (record) => link(new URL(`../records/${record.page}/index.html`, base).href, record.title);
    const badge = (word) => {
      const [shape, tone] = index.badges[word];
      const mark = made("span", "", shape);
      mark.setAttribute("aria-hidden", "true");
      return made("span", `fp-badge fp-badge--${tone}`, mark, ` ${word}`);
    };
    const actor = ([icon, word, name, whole]) => {
      const element = made("span", `fp-who fp-who--${icon}`, made("strong", "", word));
      if (name) element.append(" ", made("bdi", "", name));
      if (whole) element.title = whole;
      return element;
    };
    const pathReason = ([pattern, area], asked, values) => {
      const [compared, shown] = index.patterns[pattern];
      const origin = area < 0 ? [code(shown)] : [code(shown), " of area ", code(index.areas[area])];
      const whole = `${asked.path}/**`;
      if (!asked.folder) return matches(compared, normalised(asked.path)) ? ["by ", ...origin] : [...origin, " lies in it"];
      if (values.includes(whole) && matches(compared, whole)) return ["everything in it, by ", ...origin];
      const files = values.filter((value) => value !== whole);
      if (files.length === 1 && files[0] === compared) return ["one file: ", ...origin];
      if (!files.length) return ["a part of it: ", ...origin];
      const more = files.length > 6 ? ` and ${files.length - 6} more` : "";
      return [...listed(files.slice(0, 6).map(code)), more, ", by ", ...origin];
    };
    const item = (each, asked, met) => {
      const { record } = each;
      const states = [" ", badge(record.state)];
      if (record.durability) states.push(" ", badge(record.durability));
      const id = code(record.short);
      id.title = record.id;
      const who = record.who ? [actor(record.who), " "] : [];
      const said = made("p", "fp-claim", id, " · ", ...who, record.said, record.day ? ` · ${record.day}` : "");
      const why = [];
      if (record.contested) why.push(["its versions or changes are in dispute"]);
      else if (record.open) why.push(["an open challenge"]);
      if (record.global) why.push(["it holds everywhere"]);
      for (const entry of each.paths) why.push(pathReason(entry, asked, met[entry[0]]));
      for (const place of each.settles) why.push(["it settles ", page(index.records[place]), ", which met it"]);
      const notes = record.challenged.map((place) =>
        made("p", "", badge("disputed"), " challenged by ", page(index.records[place]), ", open"),
      );
      const reasons = made("ul", "fp-why", ...why.map((words) => made("li", "", ...words)));
      const tone = record.contested ? "fork" : record.open || record.challenged.length ? "open" : "";
      return made("li", tone && `fp-governed--${tone}`, made("p", "fp-governed__title", page(record), ...states), said, ...notes, reasons);
    };
    const tier = (number, members, asked, met) => {
      const words = index.tiers[number];
      const heading = made("h3", "", words[0].toUpperCase() + words.slice(1));
      const list = made("ol", "fp-governed", ...members.slice(0, MOST).map((each) => item(each, asked, met)));
      const section = made("section", "fp-tier", heading, list);
      if (members.length > MOST) section.append(made("p", "", `Showing ${MOST} of ${members.length.toLocaleString("en")}.`));
      return section;
    };
    return (typed) => {
      const asked = tidy(typed);
      if (asked === null) return ["Name a path inside the repository, relative to its top.", []];
      if (asked.path === "") return [typed.trim() ? "The whole repository: the tree below." : "", []];
      if (folders.has(asked.path)) asked.folder = true;
      const { governed, met } = governing(index, valuesOf(index, asked));
      const numbers = [...new Set(governed.map((each) => each.tier))];
      const blocks = numbers.map((number) => tier(number, governed.filter((each) => each.tier === number), asked, met));
      const name = asked.folder ? `${asked.path}/` : asked.path;
      if (folders.has(asked.path)) {
        const address = new URL(`${folders.get(asked.path)}/index.html`, base).href;
        blocks.unshift(made("p", "", "A folder that has ", link(address, "a page of its own"), "."));
      }
      for (const unknown of index.unknown) blocks.push(made("p", "", made("strong", "fp-unknown", "unknown"), `: ${unknown}.`));
      const command = index.command.replace("PATH", () => quoted(name));
      blocks.push(made("p", "fp-ask__command", "The same from the command line: ", code(command)));
      const many = governed.length ? counted(governed.length, "record governs", "records govern") : "Nothing that was read governs";
      return [`${many} ${asked.folder ? "something in " : ""}${name}`, blocks];
    };
  };

  const loaded = new Map();
  const load = (address) => {
    if (!loaded.has(address)) {
      loaded.set(
        address,
        new Promise((resolve, reject) => {
          const element = document.createElement("script");
          element.src = address;
          element.addEventListener("load", () => resolve(window.fingerpostPaths));
          element.addEventListener("error", () => reject(new Error(address)));
          document.head.append(element);
        }),
      );
    }
    return loaded.get(address);
  };

  const KEY = "#path=";
  const start = (box) => {
    const base = new URL(box.dataset.fpGoverns, document.baseURI).href;
    const label = made("label", "", "Path of a file or a folder");
    const input = made("input");
    input.type = "text";
    input.id = label.htmlFor = "fp-path";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.dir = "auto";
    input.placeholder = "services/billing/refunds.py";
    const choices = made("datalist");
    choices.id = "fp-paths";
    input.setAttribute("list", choices.id);
    const button = made("button", "", "Show what governs it");
    button.type = "submit";
    const said = made("p", "fp-ask__said");
    said.setAttribute("role", "status");
    const results = made("div", "fp-ask__found");
    const form = made("form", "fp-ask", label, input, choices, button);
    box.replaceChildren(form, said, results);

    let answer = null;
    const show = () => {
      load(new URL("path_index.js", base).href).then(
        (index) => {
          if (answer === null) {
            answer = view(index, base);
            choices.replaceChildren(...index.suggested.map((path) => Object.assign(made("option"), { value: path })));
          }
          const [words, blocks] = answer(input.value);
          said.textContent = words;
          results.replaceChildren(...blocks);
        },
        () => {
          said.textContent = "The index of paths could not be loaded; the tree below says the same.";
        },
      );
    };
    const keep = () => {
      const address = input.value ? KEY + encodeURIComponent(input.value) : location.pathname + location.search;
      window.history.replaceState(window.history.state, "", address);
    };
    let waiting = 0;
    input.addEventListener("input", () => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => {
        keep();
        show();
      }, 150);
    });
    input.addEventListener("focus", show, { once: true });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      window.clearTimeout(waiting);
      keep();
      show();
    });
    const take = () => {
      if (!location.hash.startsWith(KEY)) return;
      try {
        input.value = decodeURIComponent(location.hash.slice(KEY.length));
      } catch {
        return; // no escape of a URL
      }
      show();
    };
    window.addEventListener("hashchange", take);
    take();
  };
  window.fingerpost.ready(() => {
    for (const box of document.querySelectorAll("[data-fp-governs]")) start(box);
  });
})();
