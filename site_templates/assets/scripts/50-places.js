// What governs a path: the protocol's matching, and its order, as the field for a path needs them.
(() => {
  "use strict";

  // Matching as in ledger/matching.py, on code points.
  const BLANKS = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
  const OUTER = new RegExp(`^${BLANKS}|${BLANKS}$`, "g");
  const trimmed = (text) => text.replace(OUTER, "");
  const normalised = (text) => trimmed(text).replace(/^\.\//, "");

  // A class of characters and the place behind it, or null for a malformed one.
  const characterClass = (marks, start) => {
    let place = start;
    const end = () => {
      if (place >= marks.length || marks[place] === "-" || marks[place] === "]") return null;
      if (marks[place] === "\\") place += 1;
      if (place + 1 >= marks.length) return null;
      place += 1;
      return marks[place - 1].codePointAt(0);
    };
    const negated = marks[place] === "^";
    if (negated) place += 1;
    const ranges = [];
    do {
      const low = end();
      if (low === null) return null;
      let high = low;
      if (marks[place] === "-") {
        place += 1;
        high = end();
        if (high === null) return null;
      }
      ranges.push([low, high]);
    } while (marks[place] !== "]");
    const test = (mark) => {
      const code = mark.codePointAt(0);
      return ranges.some(([low, high]) => low <= code && code <= high) !== negated;
    };
    return [test, place + 1];
  };

  // The pieces between the stars of a pattern, each a list of tests for one character; null for a malformed pattern.
  const pieces = (pattern) => {
    const marks = Array.from(pattern);
    const found = [[]];
    let place = 0;
    while (place < marks.length) {
      const piece = found[found.length - 1];
      const mark = marks[place];
      if (mark === "*") {
        found.push([]);
        place += 1;
      } else if (mark === "?") {
        piece.push((other) => other !== "/");
        place += 1;
      } else if (mark === "[") {
        const parsed = characterClass(marks, place + 1);
        if (parsed === null) return null;
        piece.push(parsed[0]);
        place = parsed[1];
      } else {
        if (mark === "\\") place += 1;
        if (place === marks.length) return null;
        const literal = marks[place];
        piece.push((other) => other === literal);
        place += 1;
      }
    }
    return found;
  };

  const fits = (piece, marks, place) =>
    place + piece.length <= marks.length && piece.every((test, ahead) => test(marks[place + ahead]));

  // Each piece behind a star is put where it first fits, and stays there, as in Go's path.Match.
  const glob = ([first, ...others], value) => {
    const marks = Array.from(value);
    if (!fits(first, marks, 0)) return false;
    let place = first.length;
    if (!others.length) return place === marks.length;
    const last = others[others.length - 1];
    for (const piece of others.slice(0, -1)) {
      while (!fits(piece, marks, place)) {
        if (place >= marks.length || marks[place] === "/") return false;
        place += 1;
      }
      place += piece.length;
    }
    const end = marks.length - last.length;
    return end >= place && !marks.slice(place, end).includes("/") && fits(last, marks, end);
  };

  const compile = (pattern) => {
    if (pattern.endsWith("/**")) {
      const prefix = pattern.slice(0, -2);
      return (value) => value.startsWith(prefix);
    }
    if (!/[*?[\\]/.test(pattern)) return (value) => value === pattern;
    const parsed = pieces(pattern);
    return parsed === null ? () => false : (value) => glob(parsed, value);
  };
  const compiled = new Map();
  const matches = (pattern, value) => {
    if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
    return compiled.get(pattern)(value);
  };

  // Direction as in ledger/governing.py, for paths alone. Each value is a path, or the pattern of all in a folder.
  const PATH = 3;
  const EVERYWHERE = 4;
  const governing = (index, values) => {
    const asked = values.map((value) => [normalised(value), value]);
    const askedPatterns = asked.map(([value]) => compile(value));
    const met = index.patterns.map(([pattern]) =>
      asked.filter(([value], place) => matches(pattern, value) || askedPatterns[place](pattern)).map((each) => each[1]),
    );
    const match = (record) => record.paths.filter(([pattern]) => met[pattern].length);
    const found = new Map();
    const settled = [];
    index.records.forEach((record, place) => {
      const paths = match(record);
      const tier = paths.length ? PATH : record.global ? EVERYWHERE : null;
      if (tier === null) return;
      if (record.active) found.set(place, { place, record, tier, paths, settles: [] });
      if (record.settled_by.length) settled.push([place, record, tier]);
    });
    settled.sort(([, one], [, other]) => (one.id < other.id ? -1 : 1));
    for (const [place, record, tier] of settled) {
      for (const by of record.settled_by) {
        const settling = index.records[by];
        const known = found.get(by) || { place: by, record: settling, tier, paths: match(settling), settles: [] };
        known.tier = Math.min(known.tier, tier);
        known.settles.push(place);
        found.set(by, known);
      }
    }
    for (const each of found.values()) if (each.record.contested || each.record.open) each.tier = 0;
    const governed = [...found.values()].sort((one, other) => one.tier - other.tier || one.place - other.place);
    return { governed, met };
  };

  // A path as somebody types it, relative to the repository; null if it leads out.
  const tidy = (typed) => {
    const text = trimmed(typed);
    if (text.startsWith("/")) return null;
    const parts = [];
    for (const part of text.split("/")) {
      if (part === "..") {
        if (!parts.length) return null;
        parts.pop();
      } else if (part !== "" && part !== ".") parts.push(part);
    }
    return { path: parts.join("/"), folder: /(^|\/)\.{0,2}$/.test(text) };
  };

  const valuesOf = (index, asked) => {
    if (!asked.folder) return [asked.path];
    const files = Object.values(index.files).flat().filter((file) => file.startsWith(`${asked.path}/`));
    return [`${asked.path}/**`, ...new Set(files)];
  };

  // For whoever asks from elsewhere, tests among them.
  window.fingerpost.places = {
    matches: (pattern, value) => matches(normalised(pattern), normalised(value)),
    governing,
    tidy,
    valuesOf,
    trimmed,
    normalised,
  };
})();
