// What somebody means by what they typed or pasted, and what is there by that name or a near one.
(() => {
  "use strict";
  const { tidy, trimmed } = window.fingerpost.places;

  const MOST_NEAR = 8;
  const MARKERS = new Set(["blob", "tree", "raw", "edit", "blame", "src", "browse"]); // before a revision, in code hosts' addresses
  const KINDS = new Set(["branch", "tag", "commit"]); // between "src" and the revision
  const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;
  const HOST = /^[^\s/\\]+\.[a-z]{2,}\/.+\/(?:blob|tree)\//i;

  // The tracked files and the folders that hold them, each with how many; null where the index has none.
  const treeOf = (index) => {
    if (index.tracked === null) return null;
    const files = new Set();
    const folders = new Map();
    for (const [folder, names] of index.tracked) {
      for (const name of names) files.add(folder ? `${folder}/${name}` : name);
      for (let holder = folder; holder; holder = holder.slice(0, Math.max(0, holder.lastIndexOf("/")))) {
        folders.set(holder, (folders.get(holder) || 0) + names.length);
      }
    }
    return { files, folders };
  };

  const isThere = (tree, path) => tree !== null && (tree.files.has(path) || tree.folders.has(path));

  // Where the repository begins in a longer path: with what is there, else with a folder that what is new lies in.
  const begun = (tree, parts, first = 0) => {
    if (tree === null) return null;
    const starts = parts.map((_, place) => place).slice(first);
    const whole = starts.find((start) => isThere(tree, parts.slice(start).join("/")));
    const held = () => starts.find((start) => tree.folders.has(parts.slice(start, -1).join("/")));
    const around = () => starts.find((start) => start < parts.length - 1 && tree.folders.has(parts[start]));
    return whole ?? held() ?? around() ?? null;
  };

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // no escape of a URL
    }
  };

  // The path in the address of a file or a folder on a code host. A revision may have slashes: what is there tells.
  const inAddress = (tree, text) => {
    const whole = text.replace(/[?#].*$/s, "").replace(SCHEME, "");
    const parts = whole.split("/").filter(Boolean).slice(1).map(decoded); // behind the host
    const marker = parts.findIndex((part, place) => place > 0 && MARKERS.has(part));
    if (marker < 0) {
      const start = parts.findIndex((_, place) => isThere(tree, parts.slice(place).join("/")));
      return start < 0 ? null : parts.slice(start).join("/");
    }
    const named = marker + (parts[marker] === "src" && KINDS.has(parts[marker + 1]) ? 2 : 1);
    return parts.slice(begun(tree, parts, named + 1) ?? named + 1).join("/");
  };

  const inRepository = (tree, text) => {
    const bare = text.replace(/^(["'`])(.*)\1$/, "$2");
    if (SCHEME.test(bare) || HOST.test(bare)) return inAddress(tree, bare);
    const slashed = bare.replaceAll("\\", "/").replace(/#L\d+.*$|:\d+(?::\d+)?:?$/, "");
    const absolute = slashed.replace(/^[A-Za-z]:\//, "/");
    if (!/^~?\//.test(absolute)) return absolute;
    const parts = absolute.split("/").filter((part) => part && part !== "~");
    const path = parts.slice(begun(tree, parts) ?? 0).join("/");
    return absolute.endsWith("/") ? `${path}/` : path;
  };

  // What was meant: a path and whether it is a folder's, ``taken`` if it is spelled differently; or what is said
  // where nothing in a repository was.
  const meant = (tree, typed) => {
    const text = trimmed(typed);
    const plain = tidy(text);
    const as = (asked) => ({ ...asked, taken: ![asked.path, `${asked.path}/`].includes(text) });
    if (plain !== null && isThere(tree, plain.path)) return as(plain);
    const path = inRepository(tree, text);
    if (path === null) return { said: "This address names no path of this repository." };
    const asked = tidy(path);
    return asked === null ? { said: "Name a path inside the repository, relative to its top." } : as(asked);
  };

  const ending = (path) => path.slice(path.lastIndexOf("/") + 1);
  const sorted = (paths) => [...new Set(paths)].sort();

  // The same folder as it is spelled, if what was asked differs from it in case alone, and what was asked in it.
  const inSpelled = (folders, path) => {
    const parts = path.split("/");
    for (let depth = parts.length - 1; depth > 0; depth -= 1) {
      const holder = parts.slice(0, depth).join("/");
      const found = folders.filter((folder) => folder.toLowerCase() === holder.toLowerCase());
      if (found.includes(holder)) return [];
      if (found.length) return found.map((folder) => [folder, ...parts.slice(depth)].join("/"));
    }
    return [];
  };

  // Names that somebody may have meant, nearest first, and how many there are; what hides characters is left out.
  const near = (index, tree, path) => {
    if (tree === null) return [[], 0];
    const shown = (each) => each !== path && !index.hidden.includes(each);
    const folders = [...tree.folders.keys()].filter(shown);
    const named = [...[...tree.files].filter(shown), ...folders.map((folder) => `${folder}/`)];
    const bare = (each) => each.replace(/\/$/, "").toLowerCase();
    const whole = path.toLowerCase();
    const found = [
      ...sorted(named.filter((each) => bare(each) === whole)),
      ...sorted(inSpelled([...tree.folders.keys()], path)),
      ...sorted(named.filter((each) => ending(bare(each)) === ending(whole))),
    ];
    const different = [...new Set(found)];
    return [different.slice(0, MOST_NEAR), different.length];
  };

  window.fingerpost.typedPath = { treeOf, meant, near };
})();
