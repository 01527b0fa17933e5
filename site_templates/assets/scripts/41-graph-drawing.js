// A choice of the graph as SVG: layers by kind from left to right, the same for everybody who opens the same address.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 172;
  const HEIGHT = 42;
  const MOST_LABELLED = 40;
  const INSET = 8; // of the words in a box
  const LETTERS = 28; // of a title, drawn in a box, where they are narrow enough
  const BETWEEN = 16; // boxes of one column
  const BESIDE = 22; // columns of one layer
  const LAYERS = 84; // room for the lines between layers
  const MARGIN = 14;
  const SWEEPS = 4;
  const ASIDE = [1, 4, -2]; // of lines through one gap
  const MOST_AROUND = 200; // lines that keep clear of the boxes between their ends: more would fill every gap
  const FEW = 12; // lines whose words always show; those of more show at the box that is looked at
  const LAYER_OF = { area: 1, record: 1, event: 2, projection: 2, thread: 2, commit: 3, action: 3, message: 3 };

  const drawn = (name, attributes, ...content) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  };
  const kindOf = (unit) => (unit.node ? unit.node.kind : unit.group.id.startsWith("area:") ? "area" : unit.group.kind);
  const layerOf = (unit) => (Object.hasOwn(LAYER_OF, kindOf(unit)) ? LAYER_OF[kindOf(unit)] : 0);

  // Where each box stands. Within a layer boxes of a kind stay together, near what they are connected with.
  const place = ({ units, lines }) => {
    const near = new Map(units.map((unit) => [unit, []]));
    for (const { from, to } of lines) {
      near.get(from).push(to);
      near.get(to).push(from);
    }
    const layers = [...new Set(units.map(layerOf))].sort((one, other) => one - other).map((layer) => units.filter((unit) => layerOf(unit) === layer));
    const settle = (layer) => layer.forEach((unit, height) => (unit.height = (height + 0.5) / layer.length));
    const byKind = (one, other) => (kindOf(one) < kindOf(other) ? -1 : kindOf(one) > kindOf(other) ? 1 : 0);
    for (const layer of layers) {
      layer.sort((one, other) => byKind(one, other) || one.number - other.number);
      settle(layer);
    }
    const middle = (unit) => {
      const others = near.get(unit);
      return others.length ? others.reduce((sum, other) => sum + other.height, 0) / others.length : unit.height;
    };
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
      for (const layer of sweep % 2 ? layers.slice().reverse() : layers) {
        const wanted = new Map(layer.map((unit) => [unit, middle(unit)]));
        layer.sort((one, other) => byKind(one, other) || wanted.get(one) - wanted.get(other) || one.number - other.number);
        settle(layer);
      }
    }
    const rows = Math.max(10, Math.ceil(Math.sqrt(units.length * 1.4)));
    const inOne = (layer) => Math.ceil(layer.length / Math.ceil(layer.length / rows));
    const tallest = Math.max(...layers.map(inOne), 1);
    const shelves = []; // the columns from left to right: where each begins, its first box and how many it has
    let x = MARGIN;
    for (const layer of layers) {
      const columns = Math.ceil(layer.length / rows);
      const each = inOne(layer);
      layer.forEach((unit, index) => {
        const column = Math.floor(index / each);
        const inColumn = Math.min(each, layer.length - column * each);
        unit.x = x + column * (WIDTH + BESIDE);
        unit.y = MARGIN + ((tallest - inColumn) / 2 + (index % each)) * (HEIGHT + BETWEEN);
        if (index % each === 0) shelves.push({ x: unit.x, y: unit.y, boxes: inColumn, used: new Map() });
      });
      x += columns * (WIDTH + BESIDE) - BESIDE + LAYERS;
    }
    return { width: x - LAYERS + MARGIN + 26, height: 2 * MARGIN + tallest * (HEIGHT + BETWEEN) - BETWEEN, shelves };
  };

  // Where a line passes a column of boxes: through the gap nearest to its way, beside what else passes there.
  const gap = (shelf, wanted) => {
    const row = HEIGHT + BETWEEN;
    const place = Math.min(Math.max(Math.round((wanted - shelf.y + BETWEEN / 2) / row), 0), shelf.boxes);
    const used = shelf.used.get(place) || 0;
    shelf.used.set(place, used + 1);
    return shelf.y - BETWEEN / 2 + place * row + ASIDE[used % ASIDE.length];
  };
  const around = ({ from, to }, passed) => {
    const right = to.x > from.x;
    let [x, y] = [right ? from.x + WIDTH : from.x, from.y + HEIGHT / 2];
    const stop = [right ? to.x - 2 : to.x + WIDTH + 2, to.y + HEIGHT / 2];
    const slope = (stop[1] - y) / (stop[0] - x);
    const start = [x, y];
    const curve = (nextX, nextY) => {
      const bend = (nextX - x) / 2;
      const said = `C${x + bend} ${y} ${nextX - bend} ${nextY} ${nextX} ${nextY}`;
      [x, y] = [nextX, nextY];
      return said;
    };
    let path = `M${x} ${y}`;
    let label = null;
    for (const shelf of right ? passed : passed.slice().reverse()) {
      const [near, far] = right ? [shelf.x - 4, shelf.x + WIDTH + 8] : [shelf.x + WIDTH + 8, shelf.x - 4];
      const level = gap(shelf, start[1] + slope * (shelf.x + WIDTH / 2 - start[0]));
      label = label || [(near + far) / 2, level];
      path += `${curve(near, level)}H${far}`;
      x = far;
    }
    return [path + curve(...stop), ...label];
  };

  const route = ({ from, to }, shelves) => {
    const top = from.y + HEIGHT / 2;
    const end = to.y + HEIGHT / 2;
    if (from.x === to.x) {
      const side = from.x + WIDTH;
      const bend = side + 18 + Math.min(24, Math.abs(end - top) / 12);
      const [low, high] = from === to ? [top - 8, end + 8] : [top, end];
      return [`M${side} ${low}C${bend} ${low} ${bend} ${high} ${side + 2} ${high}`, bend - 6, (low + high) / 2];
    }
    const [low, high] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
    const passed = shelves.filter((shelf) => shelf.x > low && shelf.x < high);
    if (passed.length) return around({ from, to }, passed);
    const right = to.x > from.x;
    const start = right ? from.x + WIDTH : from.x;
    const stop = right ? to.x - 2 : to.x + WIDTH + 2;
    const bend = (stop - start) / 2;
    return [`M${start} ${top}C${start + bend} ${top} ${stop - bend} ${end} ${stop} ${end}`, start + bend, (top + end) / 2];
  };

  const words = (line) => {
    const types = [...line.types].sort().join(", ");
    const marks = line.marks.size ? ` (${[...line.marks].sort().join(", ")})` : "";
    return { types: types + marks, count: line.count > 1 ? ` ×${line.count.toLocaleString("en")}` : "" };
  };
  const titleOf = (unit) => (unit.node ? unit.node.title : unit.group.title);
  const subtitle = (unit) => {
    if (unit.group) {
      const { id, kind } = unit.group;
      const [one, many] = id.startsWith("area:") || kind === "record" ? ["record", "records"] : ["node", "nodes"];
      const size = `${unit.size.toLocaleString("en")} ${unit.size === 1 ? one : many}`;
      return id === "area:" || kind === "record" ? size : `${id.startsWith("area:") ? "area" : "kind"}, ${size}`;
    }
    const { said, state } = unit.node;
    return state ? `${said} · ${state[1]} ${state[0]}` : said;
  };

  // As much of a title as its box has room for: measured, since a clip for each box makes a big drawing slow.
  const pen = document.createElement("canvas").getContext("2d");
  const short = (text) => {
    const room = WIDTH - 2 * INSET;
    const marks = Array.from(text.slice(0, 4 * LETTERS));
    let count = Math.min(marks.length, LETTERS);
    let said = count === marks.length ? text : "";
    let width = said ? pen.measureText(said).width : Infinity;
    while (width > room && count > 1) {
      count = Math.min(count - 1, Math.floor((count * room) / width) || LETTERS - 1);
      said = `${marks.slice(0, Math.max(count, 1)).join("")}…`;
      width = pen.measureText(said).width;
    }
    return said;
  };

  const nameBeside = ({ node }) => (node && node.title !== node.name ? [node.name] : []);
  const whole = (unit) => [titleOf(unit), subtitle(unit), ...nameBeside(unit)].join("\n");
  // Words for a mouse alone are made where it points: a drawing may have a thousand of them.
  const hint = (element, words) => {
    if (!element.querySelector("title")) element.prepend(drawn("title", {}, words));
  };

  const behind = drawn("rect", { class: "fp-node__behind", width: WIDTH, height: HEIGHT, rx: 12 });
  const plain = drawn(
    "a",
    { tabindex: -1 },
    drawn("rect", { width: WIDTH, height: HEIGHT }),
    drawn("text", { class: "fp-node__title" }),
    " ",
    drawn("text", { class: "fp-node__kind" }),
  );
  const at = (element, x, y) => {
    element.setAttribute("x", x);
    element.setAttribute("y", y);
    return element;
  };
  const box = (unit, href) => {
    const { x, y } = unit;
    const tone = unit.group ? "group" : unit.node.state ? unit.node.state[2] : "plain";
    const link = plain.cloneNode(true);
    const [rect, title, kind] = link.children;
    link.setAttribute("class", `fp-node fp-node--${tone}${unit.centre ? " fp-node--centre" : ""}`);
    link.setAttribute("href", href);
    at(rect, x, y).setAttribute("rx", unit.group ? 12 : 4);
    const said = [short(titleOf(unit)), subtitle(unit)];
    at(title, x + INSET, y + 17).textContent = said[0];
    at(kind, x + INSET, y + 33).textContent = said[1];
    // The name is what can be seen, for whoever speaks to the page; all the rest is read after it.
    link.setAttribute("aria-label", said.join(" "));
    const more = [...(said[0] === titleOf(unit) ? [] : [titleOf(unit)]), ...nameBeside(unit)];
    if (more.length) link.setAttribute("aria-description", more.join(", "));
    if (unit.group) link.prepend(at(behind.cloneNode(), x + 4, y + 4));
    return link;
  };

  // The nearest box in a direction, for the arrow keys.
  const next = (units, unit, dx, dy) => {
    let best = null;
    let least = Infinity;
    for (const other of units) {
      const ahead = (other.x - unit.x) * dx + (other.y - unit.y) * dy;
      if (ahead <= 0) continue;
      const away = Math.abs((other.x - unit.x) * dy) + Math.abs((other.y - unit.y) * dx);
      const far = ahead + 2.5 * away;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  window.fingerpost.graph.draw = (choice, hrefOf, label, family) => {
    const { units } = choice;
    pen.font = `600 12px ${family}`;
    const { width, height, shelves } = place(choice);
    const quiet = choice.lines.length > FEW;
    const passable = choice.lines.length > MOST_AROUND ? [] : shelves;
    const tips = ["causality", "availability", "lineage", "lifecycle"].map((name) =>
      drawn(
        "marker",
        { id: `fp-tip-${name}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
        drawn("path", { class: `fp-tip fp-tip--${name}`, d: "M0 0L8 4L0 8z" }),
      ),
    );
    const paths = [];
    const hints = new Map();
    const labels = drawn("g", {});
    const touching = new Map(units.map((unit) => [unit, []]));
    for (const line of choice.lines) {
      const [d, x, y] = route(line, passable);
      const said = words(line);
      const path = drawn("path", { class: `fp-line fp-line--${line.class}`, d, "marker-end": `url(#fp-tip-${line.class})` });
      paths.push(path);
      hints.set(path, () => `${titleOf(line.from)}: ${said.types}${said.count} → ${titleOf(line.to)}`);
      const part = { path, label: () => drawn("text", { class: "fp-line__label", x, y: y + 3 }, `${said.types}${said.count}`) };
      if (!quiet) labels.append(part.label());
      touching.get(line.from).push(part);
      if (line.to !== line.from) touching.get(line.to).push(part);
    }
    const links = new Map(units.map((unit) => [unit, box(unit, hrefOf(unit))]));
    const svg = drawn(
      "svg",
      { class: `fp-graph__drawing${width <= 1300 ? " fp-graph__drawing--fits" : ""}`, viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label },
      drawn("defs", {}, ...tips),
      ...paths,
      labels,
      ...links.values(),
    );

    const unitOf = new Map([...links].map(([unit, link]) => [link, unit]));
    for (const [link, unit] of unitOf) hints.set(link, () => whole(unit));
    svg.addEventListener("mouseover", ({ target }) => {
      const element = target.closest("a, path");
      if (hints.has(element)) hint(element, hints.get(element)());
    });
    // What was asked for comes first: the node in the middle, then what an opened group holds.
    const rank = (unit) => (unit.centre ? 0 : unit.node ? 1 : 2);
    let current = units.slice().sort((one, other) => rank(one) - rank(other) || one.x - other.x || one.y - other.y)[0];
    const stop = (unit) => {
      if (current) links.get(current).setAttribute("tabindex", -1);
      current = unit;
      if (current) links.get(current).setAttribute("tabindex", 0);
    };
    stop(current);
    const light = (event, on) => {
      const link = event.target.closest("a");
      const parts = (link && touching.get(unitOf.get(link))) || [];
      for (const { path } of parts) path.classList.toggle("fp-line--near", on);
      if (quiet) labels.replaceChildren(...(on ? parts.slice(0, MOST_LABELLED).map((part) => part.label()) : []));
    };
    for (const [name, on] of [["focusin", true], ["focusout", false], ["mouseover", true], ["mouseout", false]]) {
      svg.addEventListener(name, (event) => light(event, on));
    }
    svg.addEventListener("focusin", (event) => {
      const link = event.target.closest("a");
      if (link) stop(unitOf.get(link));
    });
    svg.addEventListener("keydown", (event) => {
      if (!(event.key in ARROWS) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const other = next(units, current, ...ARROWS[event.key]);
      if (other) links.get(other).focus();
    });
    // Put the middle of what matters into the middle of what can be seen.
    const centre = (canvas) => {
      const unit = current && current.node ? current : null;
      const scale = svg.clientWidth / width;
      canvas.scrollLeft = unit ? (unit.x + WIDTH / 2) * scale - canvas.clientWidth / 2 : 0;
      canvas.scrollTop = unit && unit.centre ? (unit.y + HEIGHT / 2) * scale - canvas.clientHeight / 2 : 0;
    };
    // The box that is wanted, or what comes first.
    const focus = (wanted) => {
      const unit = (wanted && units.find(wanted)) || current;
      if (unit) links.get(unit).focus({ preventScroll: unit === current });
    };
    return { svg, centre, focus };
  };
})();
