// The page of the graph: where to look, what to leave out, and the drawing. All text goes into the page as text.
(() => {
  "use strict";
  const { graph: graphs, shown } = window.fingerpost;
  const MOST_FOUND = 12;
  const MOST_EDGES = 60;
  const QUIET = { classes: ["lifecycle"], kinds: ["event"], states: [] }; // left out until somebody asks

  const made = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const link = (href, ...content) => Object.assign(made("a", "", ...content), { href });
  const bdi = (text) => made("bdi", "", text);
  const number = (count) => count.toLocaleString("en");
  const cut = (shownCount, total, what) => `Showing ${number(shownCount)} of ${number(total)} ${what}`;

  const load = (address) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = address;
      element.addEventListener("load", () => resolve(window.fingerpostGraph));
      element.addEventListener("error", () => reject(new Error(address)));
      document.head.append(element);
    });

  const start = (view, base, graph) => {
    const all = { classes: graph.classes, kinds: graph.kinds, states: graph.states.map(([word]) => word) };
    const usual = Object.fromEntries(Object.entries(all).map(([name, words]) => [name, words.filter((word) => !QUIET[name].includes(word))]));
    const state = { open: null, node: null, hops: 1, unknown: false };

    // A set of words in an address: what is left of the usual, or what there is more.
    const spell = (name) => {
      const words = all[name].filter((word) => state[name].has(word));
      return words.join() === usual[name].join() ? "" : words.length ? words.join(",") : "none";
    };
    const spelled = () => ({
      open: state.open ? state.open.id : "",
      node: state.node ? state.node.id : "",
      hops: state.hops === 2 ? "2" : "",
      ...Object.fromEntries(Object.keys(all).map((name) => [name, spell(name)])),
    });
    const take = () => {
      state.open = graph.groups.get(shown.get("open")) || null;
      state.node = graph.byId.get(shown.get("node")) || null;
      state.unknown = (shown.get("open") && !state.open) || (shown.get("node") && !state.node);
      state.hops = shown.get("hops") === "2" ? 2 : 1;
      for (const [name, words] of Object.entries(all)) {
        const asked = shown.get(name);
        const chosen = new Set(asked.split(","));
        const known = words.filter((word) => chosen.has(word));
        state[name] = new Set(known.length || asked === "none" ? known : usual[name]);
      }
    };
    const to = (changes, now = spelled()) => shown.link({ ...now, ...changes });
    const toNode = (node) => to({ node: node.id, open: "" });
    const pageOf = (path) => new URL(`../${path}/index.html`, base).href;

    // Find a node by its words.
    const find = made("input");
    find.type = "search";
    find.autocomplete = "off";
    find.spellcheck = false;
    find.dir = "auto";
    find.placeholder = "a title, an id, a commit, an area, a path …";
    const foundSaid = made("span", "fp-muted");
    foundSaid.setAttribute("role", "status");
    const foundList = made("ul", "fp-graph__found");
    const search = () => {
      // An id is typed as a page has it, with its middle left out.
      const words = find.value.toLowerCase().split(/[\s…]+/).filter(Boolean);
      const all = words.length ? graph.nodes.filter((node) => words.every((word) => graph.textOf(node).includes(word))) : [];
      // What is called so comes before what only mentions it.
      const asked = find.value.trim();
      const called = new Set(all.filter((node) => graph.textOf(node).startsWith(asked.toLowerCase())));
      const matching = [...called, ...all.filter((node) => !called.has(node))];
      if (!words.length) foundSaid.textContent = "";
      else if (matching.length) foundSaid.textContent = cut(Math.min(matching.length, MOST_FOUND), matching.length, matching.length === 1 ? "node found" : "nodes found");
      else foundSaid.textContent = "Nothing found. Titles, ids, commits, areas and the paths of scopes are looked at; the search of the whole site also knows the text of each page.";
      const more = /[/\\]/.test(asked) ? [made("li", "", "What governs this path? ", link(`${pageOf(graph.field)}#path=${encodeURIComponent(asked)}`, "Ask the path field"), ".")] : [];
      foundList.replaceChildren(
        ...matching.slice(0, MOST_FOUND).map((node) => made("li", "", link(toNode(node), bdi(node.title)), " ", made("span", "fp-muted", node.said))),
        ...more,
      );
    };
    // Past the filters, for whoever goes by the keyboard.
    const skip = made("button", "fp-graph__skip", "To the drawing");
    skip.type = "button";
    const form = made("form", "fp-graph__find", made("label", "", "Find a node ", find), skip, foundSaid);
    find.addEventListener("input", search);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const first = foundList.querySelector("a");
      if (!first) return;
      first.focus();
      first.click();
    });

    // What to leave out.
    const boxes = [];
    const choices = (name, title, sample, called = (word) => word) => {
      const set = made("fieldset", "", made("legend", "", title));
      for (const word of all[name]) {
        const box = made("input");
        box.type = "checkbox";
        box.addEventListener("change", () => {
          if (box.checked) state[name].add(word);
          else state[name].delete(word);
          // Only what changed: somebody may go elsewhere before it is kept.
          shown.keep({ [name]: spell(name) });
          draw();
        });
        boxes.push(() => (box.checked = state[name].has(word)));
        set.append(made("label", "", box, ...sample(word), bdi(called(word))), " ");
      }
      return set;
    };
    const swatch = (word) => {
      const mark = made("span", `fp-swatch fp-swatch--${word}`);
      mark.setAttribute("aria-hidden", "true");
      return [mark];
    };
    const shapes = new Map(graph.states.map(([word, shape]) => [word, shape]));
    const shape = (word) => {
      const mark = made("span", "", shapes.get(word));
      mark.setAttribute("aria-hidden", "true");
      return [mark, " "];
    };
    const hops = made("select");
    for (const count of [1, 2]) hops.append(Object.assign(made("option", "", count === 1 ? "one edge" : "two edges"), { value: String(count) }));
    hops.addEventListener("change", () => {
      state.hops = Number(hops.value);
      shown.keep({ hops: state.hops === 2 ? "2" : "" });
      draw();
    });
    const reach = made("label", "fp-graph__hops", "Within ", hops);
    const filters = made(
      "details",
      "fp-graph__filters",
      made("summary", "", "Edges, kinds and states"),
      choices("classes", "Edges", swatch),
      choices("kinds", "Kinds", () => [], graph.said),
      choices("states", "States of records", shape),
    );
    filters.open = window.matchMedia("(min-width: 60em)").matches;

    const way = made("p", "fp-graph__way");
    const said = made("p", "fp-graph__said");
    said.setAttribute("role", "status");
    const canvas = made("div", "fp-scroll fp-graph__canvas");
    canvas.setAttribute("role", "region");
    canvas.setAttribute("aria-label", "Drawing of the graph");
    const help = made("p", "fp-muted fp-graph__help", "A click or Enter opens a group or looks around a node, and on the node in the middle leads to its page; arrow keys go from one to the next, Escape goes back to all groups.");
    const telling = made("div", "fp-graph__telling");
    const sideways = made("p", "fp-muted fp-graph__help", "Scroll the drawing sideways for the rest.");
    view.replaceChildren(form, foundList, filters, made("div", "fp-graph__bar", way, reach), said, sideways, canvas, help, telling);

    const family = window.getComputedStyle(view).getPropertyValue("--md-text-font-family").trim() || "sans-serif";

    const edgeLine = (node, edge) => {
      const other = edge.from === node ? edge.to : edge.from;
      const count = edge.count > 1 ? ` ×${number(edge.count)}` : "";
      const type = made("strong", "", edge.type);
      const end = link(toNode(other), bdi(other.title));
      const mark = edge.mark ? ` (${edge.mark})` : "";
      const muted = (words) => made("span", "fp-muted", words);
      if (edge.from === node) return made("li", "", "it ", type, count, " → ", end, muted(` ${other.said}, ${edge.class}`), mark);
      return made("li", "", end, muted(` ${other.said} `), type, count, " → it", muted(`, ${edge.class}`), mark);
    };
    const tell = () => {
      const { node, open } = state;
      const parts = [];
      if (node) {
        const passes = graphs.passing(state);
        const edges = node.edges.filter((edge) => passes.edge(edge) && passes.node(edge.from === node ? edge.to : edge.from));
        const about = [node.said, ...(node.state ? [` · ${node.state[1]} ${node.state[0]}`] : []), " · ", made("code", "", node.name)];
        if (node.page) about.push(" · ", link(pageOf(node.page), "its page"));
        parts.push(made("p", "fp-graph__name", bdi(node.title)), made("p", "", ...about));
        const listed = edges.slice(0, MOST_EDGES);
        const own = graphs.counted(node.edges);
        const passing = graphs.counted(edges);
        const rows = listed.length === edges.length ? "" : `, the first ${number(listed.length)} of ${number(edges.length)} lines`;
        const told = `${number(passing)} of its ${number(own)} edges ${passing === 1 ? "passes" : "pass"} the filters`;
        parts.push(made("p", "", own ? `${told}${edges.length ? `${rows}:` : "."}` : "It has no edge."));
        parts.push(made("ul", "", ...listed.map((edge) => edgeLine(node, edge))));
      } else if (open && open.page) {
        parts.push(made("p", "", "Area ", link(pageOf(open.page), bdi(open.title)), " has a page of its own."));
      }
      telling.replaceChildren(...parts);
    };
    // What the drawing counts, and of how many.
    const toldOf = (choice) => {
      const { node, open } = state;
      const lost = state.unknown && !node && !open ? "The address asks for a node or a group that this graph does not have. " : "";
      if (!choice.units.length) return `${lost}Nothing passes these filters.`;
      const { drawn, lines } = choice;
      const total = number(graph.total);
      const as = `${number(drawn)} of ${total} edges ${drawn === 1 ? "is" : "are"} drawn, as ${number(lines.length)} ${lines.length === 1 ? "line" : "lines"}`;
      const nodes = number(graph.nodes.length);
      if (node) {
        return `${cut(choice.shown, choice.total, `nodes within ${state.hops === 1 ? "one edge" : "two edges"}`)}, of ${nodes} in all. ${as}.`;
      }
      if (choice.opened) {
        const { shown: here, passing } = choice.opened;
        const out = open.members.length - passing;
        const left = out ? ` (the filters leave out ${number(out)})` : "";
        return `${cut(here, open.members.length, "nodes of this group")}${left}, and what they have to do with in ${number(choice.groups)} other ${choice.groups === 1 ? "group" : "groups"}. ${as}.`;
      }
      const none = open ? "No node of this group passes these filters. " : lost;
      const rest = choice.whole && choice.held < graph.nodes.length ? "; the filters leave out the rest" : "";
      const several = choice.several ? " A record of several areas is in each of them." : "";
      const passing = `${number(choice.passing)} of ${total} edges`;
      return `${none}${cut(choice.groups, graph.groups.size, "groups")}, with ${number(choice.held)} of ${nodes} nodes and ${passing}${rest}. ${number(drawn)} of these edges lead from one group to another, drawn as ${number(lines.length)} ${lines.length === 1 ? "line" : "lines"}; the others stay within a group.${several}`;
    };
    const wide = () => (sideways.hidden = canvas.scrollWidth <= canvas.clientWidth);
    let drawing = null;
    const draw = () => {
      const { node, open } = state;
      const choice = node ? graphs.around(graph, state, node, state.hops) : graphs.grouped(graph, state, open);
      const name = node ? node.title : open ? open.title : "";
      said.textContent = toldOf(choice);
      way.replaceChildren(...(name ? [home(), " › ", bdi(name)] : ["All groups"]));
      reach.hidden = !node;
      hops.value = String(state.hops);
      const now = spelled();
      const hrefOf = (unit) => {
        if (unit.group) return to({ open: unit.group.id, node: "" }, now);
        return unit.centre && unit.node.page ? pageOf(unit.node.page) : to({ node: unit.node.id, open: "" }, now);
      };
      drawing = graphs.draw(choice, hrefOf, name ? `Graph around ${name}` : "Graph of all groups", family);
      canvas.replaceChildren(drawing.svg);
      drawing.centre(canvas);
      wide();
      for (const set of boxes) set();
      tell();
    };
    const go = () => {
      // What led here is gone from the page: the focus goes where it led to.
      const { activeElement } = document;
      const beside = [way, foundList, telling].some((part) => part.contains(activeElement));
      const focused = beside || canvas.contains(activeElement);
      const { node, open } = state;
      take();
      find.value = "";
      search();
      draw();
      // Back from a node or a group, to its box among the others.
      const left = (unit) => (unit.node ? unit.node === node : unit.group === open || Boolean(node && node.groups.includes(unit.group)));
      const back = state.node ? false : state.open ? Boolean(node && node.groups.includes(state.open)) : Boolean(node || open);
      if (focused) drawing.focus(back ? left : null);
      if (beside) canvas.scrollIntoView({ block: "nearest" });
    };
    // An address with nothing behind it, if it were followed, would load the page anew, or lead to its top.
    const goHome = (event) => {
      event.preventDefault();
      window.history.pushState(window.history.state, "", to({ node: "", open: "" }));
      go();
    };
    const home = () => {
      const all = link(to({ node: "", open: "" }), "All groups");
      all.addEventListener("click", (event) => {
        if (!event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) goHome(event);
      });
      return all;
    };
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && (state.node || state.open)) goHome(event);
    });
    skip.addEventListener("click", () => {
      drawing.focus(null);
      canvas.scrollIntoView({ block: "nearest" });
    });
    window.addEventListener("resize", wide);
    go();
    shown.follow(go);
  };

  window.fingerpost.ready(() => {
    for (const view of document.querySelectorAll("[data-fp-graph]")) {
      const base = new URL(view.dataset.fpGraph, document.baseURI).href;
      load(new URL("graph_data.js", base).href).then(
        (data) => start(view, base, graphs.read(data)),
        () => {
          view.replaceChildren(made("p", "", "The data of the drawing could not be loaded; the tables below say the same."));
        },
      );
    }
  });
})();
