import { toSingleLine } from "../../kernel/single-line.ts";
import { count } from "../describe-figures.ts";
import { INSTANCES_NAMED_MAX } from "../detection-bounds.ts";
import type { Instance } from "../series/series-key.ts";

const NAME_CHARS_MAX = 80;

/** Of a series: with what others it is one trouble. */
export const groupOf = (seriesKey: string, instance: Instance | null): string => instance?.group ?? seriesKey;

/** Names the other instances in the same trouble, the first of them; empty: there are none. */
export function describeOthers(instances: readonly Instance[]): string {
  const names = instances.map(({ name }) => name).filter((name) => name !== "");
  if (names.length === 0) return "";
  const named = names.slice(0, INSTANCES_NAMED_MAX).map((name) => toSingleLine(name, NAME_CHARS_MAX));
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : "";
  return ` The same is so for ${count(names.length, "other instance")}: ${named.join("; ")}${more}.`;
}
