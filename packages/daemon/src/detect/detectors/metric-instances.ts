import { toSingleLine } from "../../kernel/single-line.ts";
import { count } from "../describe-figures.ts";
import { INSTANCES_NAMED_MAX } from "../detection-bounds.ts";
import type { Instance } from "../series/series-key.ts";

const NAME_CHARS_MAX = 80;

/** The worst observation of each group of instances. */
export function worstByGroup<Fresh extends { readonly seriesKey: string }>(
  observations: Iterable<Fresh>,
  instanceOf: (fresh: Fresh) => Instance | null,
  isWorse: (fresh: Fresh, than: Fresh) => boolean,
): Map<string, Fresh> {
  const groups = new Map<string, Fresh>();
  for (const fresh of observations) {
    const group = instanceOf(fresh)?.group ?? fresh.seriesKey;
    const known = groups.get(group);
    if (known === undefined || isWorse(fresh, known)) groups.set(group, fresh);
  }
  return groups;
}

/** Names the first of the other instances in the same condition, or returns an empty text. */
export function describeOthers(instances: readonly Instance[]): string {
  const names = instances.map(({ name }) => name).filter((name) => name !== "");
  if (names.length === 0) return "";
  return ` The same is so for ${count(names.length, "other instance")}: ${namesIn(names)}.`;
}

/** The first of the names, and the number of the others. */
export function namesIn(names: readonly string[]): string {
  const named = names.slice(0, INSTANCES_NAMED_MAX).map((name) => toSingleLine(name, NAME_CHARS_MAX));
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : "";
  return `${named.join("; ")}${more}`;
}
