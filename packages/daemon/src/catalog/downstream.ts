import type { Scope } from "../model/scope.ts";
import type { CatalogReader } from "./catalog.ts";

/** The services that some services call, directly or through others. */
export interface Downstream {
  /**
   * Over how many calls each service is reached at the least, the nearest first; 1 is called directly. Without the
   * services that the walk began with, each service once.
   */
  readonly calls: ReadonlyMap<string, number>;
  /** How many edges lead to a service, of those that were walked. */
  readonly edgesTo: ReadonlyMap<string, number>;
  /** True where the walk ended at its bound: there may be more. */
  readonly cutOff: boolean;
}

/** Calls in a row that are followed; real graphs have fewer, and each costs a query. */
export const CALLS_DEEP_MAX = 100;

/**
 * Walks the edges level by level, so that cycles end and the shortest way counts. Costs one query for each level,
 * and ends with `most` services or CALLS_DEEP_MAX levels.
 */
export async function walkDownstream(
  catalog: CatalogReader,
  scope: Scope,
  from: readonly string[],
  most: number,
): Promise<Downstream> {
  const begun = new Set(from);
  const calls = new Map<string, number>();
  const edgesTo = new Map<string, number>();
  let level: readonly string[] = [...begun];
  for (let distance = 1; level.length > 0; distance += 1) {
    if (distance > CALLS_DEEP_MAX) return { calls, edgesTo, cutOff: true };
    const next: string[] = [];
    for (const callees of (await catalog.calledBy(scope, level)).values()) {
      for (const service of callees) {
        if (begun.has(service)) continue;
        if (!calls.has(service)) {
          if (calls.size === most) return { calls, edgesTo, cutOff: true };
          calls.set(service, distance);
          next.push(service);
        }
        edgesTo.set(service, (edgesTo.get(service) ?? 0) + 1);
      }
    }
    level = next;
  }
  return { calls, edgesTo, cutOff: false };
}
