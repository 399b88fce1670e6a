import { SAMPLE_CHARS_MAX } from "./gathering-limits.ts";

/** Shorter ones are words of the language as well. */
const NAME_CHARS_MIN = 4;

const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** Which other services of these a message of a service names. */
export type Naming = (message: string, service: string) => readonly string[];

export function namingOf(services: readonly string[]): Naming {
  const names = new Map(
    services.filter(({ length }) => length >= NAME_CHARS_MIN).map((name) => [name.toLowerCase(), name]),
  );
  if (names.size === 0) return () => [];
  // The longest first: of two that begin alike the longer one is meant.
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
