import { SAMPLE_CHARS_MAX } from "./gathering-limits.ts";
import type { Call, LogPattern } from "./incident-picture.ts";
import { total } from "./volumes.ts";

/** Shorter names are ordinary words. */
const NAME_CHARS_MIN = 4;

const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** The other services that a message names. */
export type Naming = (message: string, service: string) => readonly string[];

export function namingOf(services: readonly string[]): Naming {
  const names = new Map(
    services.filter(({ length }) => length >= NAME_CHARS_MIN).map((name) => [name.toLowerCase(), name]),
  );
  if (names.size === 0) return () => [];
  // The longest first, so that longer names win.
  const all = [...names.keys()].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  const named = new RegExp(
    `(?<![\\w-])(?:${all.map((name) => name.replace(SPECIAL, "\\$&")).join("|")})(?![\\w-])`,
    "gi",
  );
  return (message, service) => {
    const found = Array.from(message.slice(0, SAMPLE_CHARS_MAX).matchAll(named), ([name]) =>
      names.get(name.toLowerCase()),
    );
    return [...new Set(found.filter((name) => name !== undefined && name !== service))] as string[];
  };
}

/**
 * Calls inferred from complaints that name another service outside of the catalog. If two services name each other, the
 * more frequent direction counts.
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
