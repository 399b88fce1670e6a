// Finds folders that import each other in a circle: node scripts/folder-cycles.mjs [ROOT …].
import { dirname, posix } from "node:path";
import { importsOf } from "./imports.mjs";

const ROOTS = ["packages/cli/src", "packages/sdk/src", "packages/daemon/src"];

/** The imports between folders of a source root: folder → folder → the first import found, as `file -> file`. */
export function folderGraph(modules, sourceRoot) {
  const isInside = (file) => file.startsWith(`${sourceRoot}/`);
  const folderOf = (file) => posix.relative(sourceRoot, dirname(file)) || ".";
  const graph = new Map();
  for (const { source, dependencies } of modules.filter((each) => isInside(each.source)))
    for (const { resolved } of dependencies.filter((each) => isInside(each.resolved))) {
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (from === to) continue;
      const imports = graph.get(from) ?? new Map();
      graph.set(from, imports);
      if (!imports.has(to)) imports.set(to, `${source} -> ${resolved}`);
    }
  return graph;
}

/** The shortest path from one folder to another, as a list of folders; undefined where there is none. */
function shortestPath(graph, from, to) {
  const paths = [[from]];
  const visited = new Set([from]);
  for (const path of paths)
    for (const next of graph.get(path.at(-1))?.keys() ?? []) {
      if (next === to) return [...path, to];
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  return undefined;
}

/** Strongly connected components of more than one folder, each with its shortest cycle. */
export function folderCycles(graph) {
  const cycles = [...graph.keys()].flatMap((folder) => {
    const path = shortestPath(graph, folder, folder);
    return path ? [{ folder, path }] : [];
  });
  const components = [];
  for (const { folder } of cycles) {
    if (components.some(({ folders }) => folders.includes(folder))) continue;
    const members = cycles.filter(
      (each) =>
        each.folder === folder ||
        (shortestPath(graph, folder, each.folder) && shortestPath(graph, each.folder, folder)),
    );
    const { path } = members.toSorted((a, b) => a.path.length - b.path.length)[0];
    components.push({ folders: members.map((each) => each.folder), path });
  }
  return components;
}

async function main() {
  const given = process.argv.slice(2);
  const roots = given.length > 0 ? given : ROOTS;
  const modules = await importsOf(roots);
  for (const sourceRoot of roots) {
    const graph = folderGraph(modules, sourceRoot);
    for (const { folders, path } of folderCycles(graph)) {
      process.exitCode = 1;
      console.log(`${sourceRoot}: folders import each other in a circle: ${folders.join(", ")}; the shortest cycle:`);
      for (const [index, folder] of path.slice(0, -1).entries())
        console.log(`  ${graph.get(folder).get(path[index + 1])}`);
    }
  }
}

if (import.meta.main) await main();
