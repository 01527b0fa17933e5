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
    const state = { open: null, node: null, hops: 1 };

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
      state.hops = shown.get("hops") === "2" ? 2 : 1;
      for (const [name, words] of Object.entries(all)) {
        const asked = shown.get(name);
        const chosen = new Set(asked.split(","));
        state[name] = new Set(asked ? words.filter((word) => chosen.has(word)) : usual[name]);
      }
    };
    const to = (changes) => shown.link({ ...spelled(), ...changes });
    const toNode = (node) => to({ node: node.id, open: "" });
    const pageOf = (path) => new URL(`../${path}/index.html`, base).href;

    // Find a node by its words.
    const find = made("input");
    find.type = "search";
    find.autocomplete = "off";
    find.spellcheck = false;
    find.dir = "auto";
    find.placeholder = "words of a record, an id, a commit …";
    const foundSaid = made("span", "fp-muted");
    foundSaid.setAttribute("role", "status");
    const foundList = made("ul", "fp-graph__found");
    const search = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      const matching = words.length
        ? graph.nodes.filter((node) => {
            if (node.text === null) node.text = `${node.title}\n${node.id}`.toLowerCase();
            return words.every((word) => node.text.includes(word));
          })
        : [];
      foundSaid.textContent = words.length ? cut(Math.min(matching.length, MOST_FOUND), matching.length, "found") : "";
      foundList.replaceChildren(
        ...matching.slice(0, MOST_FOUND).map((node) => made("li", "", link(toNode(node), bdi(node.title)), " ", made("span", "fp-muted", node.kind))),
      );
    };
    const form = made("form", "fp-graph__find", made("label", "", "Find a node ", find), foundSaid);
    find.addEventListener("input", search);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const first = foundList.querySelector("a");
      if (first) first.click();
    });

    // What to leave out.
    const boxes = [];
    const choices = (name, title, sample) => {
      const set = made("fieldset", "", made("legend", "", title));
      for (const word of all[name]) {
        const box = made("input");
        box.type = "checkbox";
        box.addEventListener("change", () => {
          if (box.checked) state[name].add(word);
          else state[name].delete(word);
          shown.keep(spelled());
          draw();
        });
        boxes.push(() => (box.checked = state[name].has(word)));
        set.append(made("label", "", box, ...sample(word), bdi(word)), " ");
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
      shown.keep(spelled());
      draw();
    });
    const reach = made("label", "fp-graph__hops", "Within ", hops);
    const filters = made(
      "details",
      "fp-graph__filters",
      made("summary", "", "Edges, kinds and states"),
      choices("classes", "Edges", swatch),
      choices("kinds", "Kinds", () => []),
      choices("states", "States of records", shape),
    );
    filters.open = window.matchMedia("(min-width: 60em)").matches;

    const way = made("p", "fp-graph__way");
    const said = made("p", "fp-graph__said");
    said.setAttribute("role", "status");
    const canvas = made("div", "fp-scroll fp-graph__canvas");
    canvas.setAttribute("role", "region");
    canvas.setAttribute("aria-label", "Drawing of the graph");
    const help = made("p", "fp-muted fp-graph__help", "A click or Enter opens a group or looks around a node; arrow keys go from one to the next, Escape back to all groups.");
    const telling = made("div", "fp-graph__telling");
    view.replaceChildren(form, foundList, filters, made("div", "fp-graph__bar", way, reach), said, canvas, help, telling);

    const edgeLine = (node, edge) => {
      const other = edge.from === node ? edge.to : edge.from;
      const count = edge.count > 1 ? ` ×${number(edge.count)}` : "";
      const type = made("strong", "", edge.type);
      const end = link(toNode(other), bdi(other.title));
      const mark = edge.mark ? ` (${edge.mark})` : "";
      const kind = made("span", "fp-muted", ` ${other.kind}, ${edge.class}`);
      if (edge.from === node) return made("li", "", "it ", type, count, " → ", end, kind, mark);
      return made("li", "", end, " ", type, count, " → it", kind, mark);
    };
    const tell = () => {
      const { node, open } = state;
      const parts = [];
      if (node) {
        const edges = node.edges.filter((edge) => state.classes.has(edge.class));
        const about = [node.kind, ...(node.state ? [` · ${node.state[1]} ${node.state[0]}`] : []), " · ", made("code", "", node.name)];
        if (node.page) about.push(" · ", link(pageOf(node.page), "its page"));
        parts.push(made("p", "fp-graph__name", bdi(node.title)), made("p", "", ...about));
        const listed = edges.slice(0, MOST_EDGES);
        parts.push(made("p", "", edges.length ? `${cut(listed.length, edges.length, "edges of these classes")}:` : "No edge of these classes."));
        parts.push(made("ul", "", ...listed.map((edge) => edgeLine(node, edge))));
      } else if (open && open.page) {
        parts.push(made("p", "", "Area ", link(pageOf(open.page), bdi(open.title)), " has a page of its own."));
      }
      telling.replaceChildren(...parts);
    };
    const draw = () => {
      const { node, open } = state;
      const choice = node ? graphs.around(graph, state, node, state.hops) : graphs.grouped(graph, state, open);
      const name = node ? node.title : open ? open.title : "";
      const nodes = number(graph.nodes.length);
      if (!choice.units.length) said.textContent = "Nothing passes these filters.";
      else if (node) said.textContent = `${cut(choice.shown, choice.total, `nodes within ${state.hops === 1 ? "one edge" : "two edges"}`)}, of ${nodes} in all.`;
      else if (open) said.textContent = `${cut(choice.shown, choice.total, "nodes of this group")}, and the groups they have to do with.`;
      else said.textContent = `${cut(choice.shown, choice.total, "groups")}, which hold ${nodes} nodes.`;
      way.replaceChildren(...(name ? [link(to({ node: "", open: "" }), "All groups"), " › ", bdi(name)] : ["All groups"]));
      reach.hidden = !node;
      hops.value = String(state.hops);
      const hrefOf = (unit) => {
        if (unit.group) return to({ open: unit.group.id, node: "" });
        return unit.centre && unit.node.page ? pageOf(unit.node.page) : toNode(unit.node);
      };
      const had = canvas.contains(document.activeElement);
      const drawing = graphs.draw(choice, hrefOf, name ? `Graph around ${name}` : "Graph of all groups");
      canvas.replaceChildren(drawing.svg);
      drawing.centre(canvas);
      if (had) drawing.focus();
      for (const set of boxes) set();
      tell();
    };
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && (state.node || state.open)) location.hash = to({ node: "", open: "" }).split("#")[1] || "";
    });
    const go = () => {
      take();
      find.value = "";
      search();
      draw();
    };
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
