// The field that answers what governs a path. All text goes into the page as text.
(() => {
  "use strict";
  const { governing, matches, normalised, valuesOf } = window.fingerpost.places;
  const { meant, near, treeOf } = window.fingerpost.typedPath;

  const MOST = 100;
  const KEY = "#path=";
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
  const muted = (text) => made("span", "fp-muted", text);
  const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  const listed = (nodes) => nodes.flatMap((node, place) => (place ? [", ", node] : [node]));
  const quoted = (path) => {
    const safe = path.startsWith("-") ? `./${path}` : path;
    return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\"'\"'")}'`;
  };

  const view = (index, base) => {
    const folders = new Map(index.folders);
    const tree = treeOf(index);
    const page = (record) => link(new URL(`../records/${record.page}/index.html`, base).href, record.title);
    const badge = (word, said = word) => {
      const [shape, tone] = index.badges[word];
      const mark = made("span", "", shape);
      mark.setAttribute("aria-hidden", "true");
      return made("span", `fp-badge fp-badge--${tone}`, mark, ` ${said}`);
    };
    const actor = ([icon, word, name, whole]) => {
      const element = made("span", `fp-who fp-who--${icon}`, made("strong", "", word));
      if (name) element.append(" ", made("bdi", "", name));
      if (whole) element.title = whole;
      return element;
    };
    const meetsNothing = (compared, asked) => {
      const met = (file) => file.startsWith(`${asked.path}/`) && matches(compared, normalised(file));
      if (tree === null || [...tree.files].some(met)) return [];
      return [/[*?[\\]/.test(compared) ? ", which meets no tracked file" : ", which git does not track"];
    };
    const pathReason = ([pattern, area], asked, values) => {
      const [compared, shown] = index.patterns[pattern];
      const origin = area < 0 ? [code(shown)] : [code(shown), " of area ", code(index.areas[area])];
      const whole = `${asked.path}/**`;
      if (!asked.folder) return matches(compared, normalised(asked.path)) ? ["by ", ...origin] : [...origin, " lies in it"];
      if (values.includes(whole) && matches(compared, whole)) return ["everything in it, by ", ...origin];
      const files = values.filter((value) => value !== whole);
      if (files.length === 1 && files[0] === compared) return ["one file: ", ...origin];
      if (!files.length) return ["a part of it: ", ...origin, ...meetsNothing(compared, asked)];
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
        made("p", "", badge("challenged"), " by ", page(index.records[place]), ", which nobody has answered"),
      );
      for (const [name, title, why] of record.excepted) {
        const exception = link(new URL(`../records/${name}/index.html`, base).href, title);
        const words = badge("accepted", "with an accepted challenge");
        notes.push(made("p", "", words, ": ", exception, why ? `; reason: ${why}` : ""));
      }
      if (record.versions) {
        const forks = link(new URL(`../${index.forks}`, base).href, "side by side");
        notes.unshift(made("p", "", `${record.versions}, none is chosen: `, forks));
      }
      for (const name of ["prefer", "reject"]) {
        const [ways, number] = record[name];
        for (const way of ways) notes.push(made("p", "", muted(`${name}: `), made("bdi", "", way)));
        if (number > ways.length) notes.push(made("p", "", muted(`${name}: and ${(number - ways.length).toLocaleString("en")} more`)));
      }
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
    // Of a folder: that of a pattern with a wildcard not every file is here, and so some may be in it unseen.
    const cut = (asked) =>
      Object.entries(index.cut)
        .filter(([, [beginning]]) => beginning.startsWith(`${asked.path}/`) || `${asked.path}/`.startsWith(beginning))
        .map(([pattern, [, number]]) => {
          const shown = `Showing ${index.files[pattern].length.toLocaleString("en")} of ${number.toLocaleString("en")} files that `;
          return made("p", "", shown, code(index.patterns[pattern][1]), " meets: others in this folder are not looked at here.");
        });
    const unknown = () => made("strong", "fp-unknown", "unknown");
    // Whether it is there: a tracked file, a folder of some, or what may come.
    const there = (asked) => {
      const own = folders.get(asked.path);
      const address = own === undefined ? "" : new URL(`${own}/index.html`, base).href;
      const paged = address && asked.folder ? [", which has ", link(address, "a page of its own")] : [];
      if (tree === null) return made("p", "", unknown(), `: whether git tracks it; ${index.untold}.`, ...(paged.length ? [" It is a folder", ...paged, "."] : []));
      const held = tree.folders.get(asked.path);
      if (asked.folder && held) return made("p", "", `A folder with ${counted(held, "tracked file", "tracked files")}`, ...paged, ".");
      if (asked.folder) return made("p", "", "A folder in which git tracks no file", ...paged, ": the answer is for what may come there.");
      if (tree.files.has(asked.path)) return made("p", "", "A tracked file.");
      return made("p", "", "Not a tracked file: the answer is for a new file at this path.");
    };
    const meaning = (asked) => {
      if (tree === null || tree.files.has(asked.path) || tree.folders.has(asked.path)) return [];
      const [names, number] = near(index, tree, asked.path);
      if (!names.length) return [];
      const more = number > names.length ? [`; ${names.length} of ${number.toLocaleString("en")} are shown`] : [];
      const links = names.map((name) => link(KEY + encodeURIComponent(name), name));
      return [made("p", "fp-ask__near", "Did you mean ", ...listed(links), "?", ...more)];
    };
    const headline = (governed, asked, name) => {
      const all = counted(governed.length, "record", "records");
      const itself = governed.filter((each) => each.paths.length || each.settles.length);
      if (!governed.length) return `Nothing that was read governs ${asked.folder ? "anything in " : ""}${name}`;
      if (!itself.length) return `Only what holds everywhere governs ${name}: ${all}`;
      return `${all} ${governed.length === 1 ? "governs" : "govern"} ${asked.folder ? "something in " : ""}${name}`;
    };
    return (typed) => {
      const asked = meant(tree, typed);
      if (asked.said) return [asked.said, []];
      if (asked.path === "") return [typed.trim() ? "The whole repository: the tree of folders tells what governs each." : "", []];
      const isFile = tree !== null && tree.files.has(asked.path);
      asked.folder = !isFile && (asked.folder || folders.has(asked.path) || (tree !== null && tree.folders.has(asked.path)));
      const { governed, met } = governing(index, valuesOf(index, asked));
      const numbers = [...new Set(governed.map((each) => each.tier))];
      const blocks = numbers.map((number) => tier(number, governed.filter((each) => each.tier === number), asked, met));
      const name = asked.folder ? `${asked.path}/` : asked.path;
      const taken = asked.taken ? [made("p", "", "What you typed was taken for ", code(name), ".")] : [];
      blocks.unshift(...taken, there(asked), ...meaning(asked));
      if (asked.folder) blocks.push(...cut(asked));
      for (const each of index.unknown) blocks.push(made("p", "", unknown(), `: ${each}.`));
      const command = index.command.replace("PATH", () => quoted(name));
      blocks.push(made("p", "fp-ask__command", "The same from the command line: ", code(command)));
      return [headline(governed, asked, name), blocks];
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

  const start = (box) => {
    const base = new URL(box.dataset.fpGoverns, document.baseURI).href;
    const label = made("label", "", "Path of a file or a folder");
    const input = made("input");
    input.type = "text";
    input.id = label.htmlFor = "fp-path";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.dir = "auto";
    input.placeholder = box.dataset.fpExample || "";
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
    let pressed = false; // the button, or Enter, since something was typed
    const howTo = () => [
      "Type the path of a file or a folder, or paste its address on a code host.",
      [made("p", "", "Or ", link(new URL("index.html", base).href, "pick a folder in the tree"), ".")],
    ];
    const show = () => {
      load(new URL("path_index.js", base).href).then(
        (index) => {
          if (answer === null) {
            answer = view(index, base);
            choices.replaceChildren(...index.suggested.map((path) => Object.assign(made("option"), { value: path })));
          }
          const [words, blocks] = pressed && !input.value.trim() ? howTo() : answer(input.value);
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
      pressed = false;
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
      pressed = true;
      show();
      if (!input.value.trim()) input.focus();
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
