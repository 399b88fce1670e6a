import type { Call, LogPattern } from "../picture/incident-picture.ts";
import { total } from "./volumes.ts";

/**
 * Calls that the catalog doesn't know, of services that it says nothing of: who complains and names another was
 * waiting for it. Where both name each other, the one that does it more often.
 */
export function namedCalls(patterns: readonly LogPattern[], known: readonly Call[]): Call[] {
  const mapped = new Set(known.flatMap(({ caller, callee }) => [caller, callee]));
  const namings = new Map<string, Call & { readonly often: number }>();
  for (const { service: caller, names, counts } of patterns) {
    for (const callee of names) {
      if (callee === caller || (mapped.has(caller) && mapped.has(callee))) continue;
      const key = keyOf(caller, callee);
      namings.set(key, { caller, callee, often: total(counts) + (namings.get(key)?.often ?? 0) });
    }
  }
  return Array.from(namings.values())
    .filter(({ caller, callee, often }) => often > (namings.get(keyOf(callee, caller))?.often ?? 0))
    .map(({ caller, callee }) => ({ caller, callee }));
}

const keyOf = (caller: string, callee: string): string => JSON.stringify([caller, callee]);
