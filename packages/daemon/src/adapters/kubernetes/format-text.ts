import { toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";

/** Text of the cluster or of what runs in it, on one line; empty for none. */
export const oneLine = (text: string | undefined, charactersMax?: number): string =>
  toSingleLine(text ?? "", charactersMax);

/** Milliseconds since 1970; NaN for none. The client gives times with fractions of a second as text, against its types. */
export const timeOf = (time: Date | string | null | undefined): number => new Date(time ?? Number.NaN).getTime();

/** ISO 8601 in UTC; empty for none. */
export function isoOf(time: Date | string | null | undefined): string {
  const at = timeOf(time);
  return Number.isNaN(at) ? "" : toIso(at);
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** `3 nginx, 1 sh`: the most frequent first. */
export function tally(words: readonly string[], most: number): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, most);
  return sorted.map(([word, count]) => `${count} ${word}`).join(", ");
}
