import { toSingleLine } from "../kernel/single-line.ts";

const NAME_CHARS_MAX = 80;
const NAMES_SHOWN = 3;

/** A name from outside as part of a sentence. */
export const formatName = (name: string): string => toSingleLine(name, NAME_CHARS_MAX);

/** `a`, `a and b`, `a, b, c and 4 more`. */
export function formatList(names: readonly string[]): string {
  const first = names.slice(0, NAMES_SHOWN).map(formatName);
  const left = names.length - first.length;
  const parts = left > 0 ? [...first, `${left} more`] : first;
  const last = parts.pop() ?? "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
