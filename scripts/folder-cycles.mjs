// Finds folders that import each other in a circle: node scripts/folder-cycles.mjs [--update] [ROOT …].
// Folders that still do are counted by root in folder-cycles-remaining.json; the counts can only shrink (--update lowers them).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root, run } from "./run.mjs";

const REMAINING = join(root, "scripts/folder-cycles-remaining.json");
const ROOTS = [
  "packages/cli/src",
  "packages/sdk/src",
  "packages/daemon/src/store",
  "packages/daemon/src/detect",
  "packages/daemon/src/remediate",
  "packages/daemon/src/diagnose",
];

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
  const args = process.argv.slice(2);
  const given = args.filter((arg) => !arg.startsWith("--"));
  const roots = given.length > 0 ? given : ROOTS;
  const { code, output } = await run(
    "depcruise",
    [...roots, "--config", ".dependency-cruiser.cjs", "--output-type", "json"],
    { quiet: true },
  );
  if (!output.startsWith("{")) throw new Error(`dependency-cruiser ended with ${code}: ${output}`);
  const { modules } = JSON.parse(output);
  const remaining = JSON.parse(readFileSync(REMAINING, "utf8"));
  for (const sourceRoot of roots) {
    const graph = folderGraph(modules, sourceRoot);
    const components = folderCycles(graph);
    const count = components.reduce((sum, { folders }) => sum + folders.length, 0);
    const allowed = remaining[sourceRoot] ?? 0;
    if (count > allowed) process.exitCode = 1;
    if (count > allowed || given.length > 0) {
      console.log(`${sourceRoot}: ${count} folders import each other in a circle; ${allowed} are allowed`);
      for (const { folders, path } of components) {
        console.log(`  ${folders.join(", ")}; the shortest cycle:`);
        for (const [index, folder] of path.slice(0, -1).entries())
          console.log(`    ${graph.get(folder).get(path[index + 1])}`);
      }
    }
    if (count > 0) remaining[sourceRoot] = Math.min(count, allowed);
    else delete remaining[sourceRoot];
  }
  if (args.includes("--update")) writeFileSync(REMAINING, `${JSON.stringify(remaining, null, 2)}\n`);
}

if (import.meta.main) await main();
