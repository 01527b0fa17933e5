// Which part of the graph a drawing shows: groups and what they hold, or what lies around one node.
(() => {
  "use strict";
  const MOST = 300; // drawn at once
  const AREA = "area:";
  const KIND = "kind:";

  // The ids of what has no page of its own: alike at the beginning, so shown by their end, as on every page.
  const LONG_ID = /^(evt|prj|thr|rel|rcp)_[0-9a-f-]{28}([0-9a-f]{8})$/;
  const brief = (word, name) => (word === "commit" && name.length >= 40 ? name.slice(0, 10) : name.replace(LONG_ID, "$1_…$2"));

  const read = (data) => {
    const classOf = new Map(data.types);
    const called = new Map(Object.entries(data.called));
    const said = (word) => called.get(word) || word;
    // Records that others name, though nobody created them here, belong to no area that anybody knows.
    const titleOfKind = (word) => (word === "record" ? "records not created here" : said(word));
    const groups = new Map();
    const group = (id, title, page, kind) => {
      if (!groups.has(id)) groups.set(id, { id, title, page, kind, members: [] });
      return groups.get(id);
    };
    const nodes = data.nodes.map(([kind, name, label, page, state = -1, areas = null, paths = []], place) => {
      const word = data.kinds[kind];
      const node = {
        place,
        kind: word,
        said: said(word),
        name,
        id: `${word}:${name}`,
        title: label || brief(word, name),
        page: page === 1 ? `${data.folders[word]}/${name}` : page,
        state: state < 0 ? null : data.states[state],
        paths,
        edges: [],
        text: null,
      };
      node.groups = areas
        ? areas.map((area) => {
            const [title, leads] = data.areas[area];
            return group(AREA + title, title || "records in no area", leads, "area");
          })
        : [group(KIND + word, titleOfKind(word), "", word)];
      for (const each of node.groups) each.members.push(node);
      return node;
    });
    const edges = data.edges.map(([from, to, type, count = 1, mark = ""], place) => {
      const name = data.types[type][0];
      const edge = { place, from: nodes[from], to: nodes[to], type: name, class: classOf.get(name), count, mark };
      edge.from.edges.push(edge);
      if (edge.to !== edge.from) edge.to.edges.push(edge);
      return edge;
    });
    const byId = new Map();
    for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
    // What can be found of a node, put together when somebody first looks for one.
    const textOf = (node) => {
      if (node.text === null) {
        const within = node.groups.map((group) => group.title).join("\n");
        const paths = node.paths.map((path) => data.paths[path]).join("\n");
        node.text = `${node.title}\n${node.id}\n${within}\n${paths}`.toLowerCase();
      }
      return node.text;
    };
    const total = edges.reduce((sum, edge) => sum + edge.count, 0);
    return { nodes, edges, total, groups, byId, textOf, said, field: data.field, classes: data.classes, kinds: data.kinds, states: data.states };
  };

  const passing = (filter) => ({
    node: (node) => filter.kinds.has(node.kind) && (!node.state || filter.states.has(node.state[0])),
    edge: (edge) => filter.classes.has(edge.class),
  });

  const counted = (edges) => edges.reduce((sum, edge) => sum + edge.count, 0);

  // Lines between what is drawn: one for each class and direction, with what it stands for; and how many edges they are.
  const lines = (edges, unitsOf) => {
    const found = new Map();
    let drawn = 0;
    for (const edge of edges) {
      let once = edge.count;
      for (const from of unitsOf(edge.from)) {
        for (const to of unitsOf(edge.to)) {
          if (from === to && (from.group || edge.from !== edge.to)) continue;
          const key = `${from.number} ${to.number} ${edge.class}`;
          const line = found.get(key) || { from, to, class: edge.class, count: 0, types: new Set(), marks: new Set() };
          line.count += edge.count;
          drawn += once;
          once = 0;
          line.types.add(edge.type);
          if (edge.mark) line.marks.add(edge.mark);
          found.set(key, line);
        }
      }
    }
    return { lines: [...found.values()], drawn };
  };

  const numbered = (units) => units.map((unit, number) => Object.assign(unit, { number }));
  const NONE = [];

  // All groups; or one of them opened, with the groups that its nodes have to do with.
  const grouped = (graph, filter, open) => {
    const passes = passing(filter);
    const edges = graph.edges.filter((edge) => passes.edge(edge) && passes.node(edge.from) && passes.node(edge.to));
    const all = [...graph.groups.values()]
      .map((group) => ({ group, members: group.members.filter(passes.node) }))
      .filter(({ members }) => members.length);
    const own = new Map();
    const opened = all.find(({ group }) => group === open);
    let candidates = all.map(({ group, members }) => ({ group, size: members.length }));
    if (opened) {
      const degree = new Map(opened.members.map((node) => [node, 0]));
      const linked = new Set();
      for (const edge of edges) {
        for (const [node, other] of [[edge.from, edge.to], [edge.to, edge.from]]) {
          if (!degree.has(node)) continue;
          degree.set(node, degree.get(node) + edge.count);
          for (const group of degree.has(other) ? NONE : other.groups) linked.add(group);
        }
      }
      candidates = candidates.filter(({ group }) => group !== open && linked.has(group));
      candidates = candidates.sort((one, other) => other.size - one.size).slice(0, MOST / 3);
      const first = opened.members.slice().sort((one, other) => degree.get(other) - degree.get(one) || one.place - other.place);
      for (const node of first.slice(0, MOST - candidates.length)) own.set(node, { node });
    }
    const cut = candidates.slice().sort((one, other) => other.size - one.size).slice(0, MOST);
    const kept = candidates.filter((candidate) => cut.includes(candidate));
    const units = numbered([...own.values(), ...kept]);
    const unitOfGroup = new Map(kept.map((unit) => [unit.group, unit]));
    const unitsOf = (node) => {
      if (own.has(node)) return [own.get(node)];
      if (opened && node.groups.includes(open)) return NONE;
      return node.groups.map((group) => unitOfGroup.get(group)).filter(Boolean);
    };
    const near = opened ? edges.filter((edge) => own.has(edge.from) || own.has(edge.to)) : edges;
    const held = new Set();
    if (!opened) for (const { group, members } of all) if (unitOfGroup.has(group)) for (const node of members) held.add(node);
    return {
      units,
      ...lines(near, unitsOf),
      opened: opened ? { shown: own.size, passing: opened.members.length } : null,
      groups: kept.length,
      held: held.size,
      passing: counted(edges),
      whole: kept.length === candidates.length,
      several: kept.reduce((sum, { size }) => sum + size, 0) > held.size,
    };
  };

  // What one or two edges lead to; what was declared comes first.
  const around = (graph, filter, centre, hops) => {
    const passes = passing(filter);
    const rank = ["causality", "lineage", "availability", "lifecycle"];
    const reached = new Map([[centre, 0]]);
    let border = [centre];
    for (let hop = 1; hop <= hops; hop += 1) {
      const next = [];
      for (const node of border) {
        const sorted = node.edges.filter(passes.edge).sort((one, other) => rank.indexOf(one.class) - rank.indexOf(other.class));
        for (const edge of sorted) {
          const other = edge.from === node ? edge.to : edge.from;
          if (reached.has(other) || !passes.node(other)) continue;
          reached.set(other, hop);
          next.push(other);
        }
      }
      border = next;
    }
    const drawn = [...reached.keys()].slice(0, MOST);
    const units = numbered(drawn.map((node) => ({ node, centre: node === centre })));
    const unitOf = new Map(units.map((unit) => [unit.node, unit]));
    const edges = new Set();
    for (const node of drawn) {
      for (const edge of node.edges) if (passes.edge(edge) && unitOf.has(edge.from) && unitOf.has(edge.to)) edges.add(edge);
    }
    const unitsOf = (node) => [unitOf.get(node)];
    return { units, ...lines(edges, unitsOf), shown: units.length, total: reached.size };
  };

  window.fingerpost.graph = { read, passing, counted, grouped, around };
})();
