import type { CatalogEntry } from "@tocsin/sdk";

/** Which services stand next to each, in one direction. */
export type Adjacency = ReadonlyMap<string, readonly string[]>;

/** A line of a tree: `├─ payments`. */
export interface TreeLine {
  /** What is drawn before the name. */
  readonly stem: string;
  /** Name of the service; empty on a line that says how many more there are. */
  readonly name: string;
  /** What is said in place of more about the service; empty where nothing is. */
  readonly note: string;
}

/** Lines of a tree; beyond that nobody sees one any more. */
const LINES_MAX = 100;

/** What each service calls. */
export const callees = (catalog: readonly CatalogEntry[]): Adjacency =>
  new Map(catalog.map(({ serviceName, dependencies }) => [serviceName, dependencies]));

/** Who calls each service, of those that are in the catalog. */
export function callers(catalog: readonly CatalogEntry[]): Adjacency {
  const found = new Map<string, string[]>();
  for (const { serviceName, dependencies } of catalog)
    for (const name of dependencies) {
      const known = found.get(name);
      if (known) known.push(serviceName);
      else found.set(name, [serviceName]);
    }
  return found;
}

/** The services around one, down to a depth. What was drawn once is named again and not gone into, so that a circle ends. */
export function treeLines(root: string, neighbours: Adjacency, depth: number): TreeLine[] {
  const lines: TreeLine[] = [];
  const drawn = new Set([root]);
  const draw = (of: string, margin: string, left: number): void => {
    const names = neighbours.get(of) ?? [];
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      if (lines.length >= LINES_MAX) {
        lines.push({ stem: `${margin}└─ `, name: "", note: `… ${names.length - index} more` });
        return;
      }
      const again = drawn.has(name) && (name === root || (neighbours.get(name)?.length ?? 0) > 0);
      lines.push({ stem: `${margin}${isLast ? "└─ " : "├─ "}`, name, note: again ? "(see above)" : "" });
      if (again || left <= 1) continue;
      drawn.add(name);
      draw(name, `${margin}${isLast ? "   " : "│  "}`, left - 1);
    }
  };
  draw(root, "", depth);
  return lines;
}
