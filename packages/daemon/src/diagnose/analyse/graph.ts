import type { Picture } from "../picture/incident-picture.ts";

/** Calls that are followed in a row. */
export const DEPTH_MAX = 7;

export const calleesOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [caller, callee]));

export const callersOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [callee, caller]));

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) {
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** All that is reached from a service, itself at 0, with the fewest steps to it. */
export function reachedFrom(service: string, edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const found = new Map([[service, 0]]);
  for (const [name, distance] of found) {
    if (distance === DEPTH_MAX) break;
    for (const next of edges.get(name) ?? []) if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}
