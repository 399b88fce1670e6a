import type { CatalogEntry } from "@tocsin/sdk";

/** Adjacency list of the service graph, in one direction. */
export type Adjacency = ReadonlyMap<string, readonly string[]>;

/** A line of a tree: `├─ payments`. */
export interface TreeLine {
  /** The branches before the name. */
  readonly stem: string;
  /** Name of the service; empty on the line for omitted services. */
  readonly name: string;
  /** Replaces the details of the service; can be empty. */
  readonly note: string;
}

const LINES_MAX = 100;

/** The callees of each service. */
export const callees = (catalog: readonly CatalogEntry[]): Adjacency =>
  new Map(catalog.map(({ serviceName, dependencies }) => [serviceName, dependencies]));

/** The callers of each service among the catalog. */
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

/** The tree of services around one, up to a depth. A repeated service is not expanded, so that cycles end. */
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
