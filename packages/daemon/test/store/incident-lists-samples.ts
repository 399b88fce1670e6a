import type { IncidentFilter, IncidentStore } from "../../src/incident/store.ts";
import { type Incident, severities } from "../../src/model/incident.ts";
import { ACME } from "./samples.ts";

export type Conditions = Omit<IncidentFilter, "limit" | "cursor">;

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function matches(each: Incident, given: Conditions): boolean {
  const held = wordsOf([each.title, each.description, ...each.affectedServices].join(" "));
  const search = given.search?.trim() ?? "";
  const wanted = wordsOf(search);
  return (
    (given.status === undefined || each.status === given.status) &&
    (given.severity === undefined || each.severity === given.severity) &&
    (given.service === undefined || each.affectedServices.includes(given.service)) &&
    (given.assigneeId === undefined || each.assigneeId === given.assigneeId) &&
    (!given.deduplicated || each.parentIncidentId === null) &&
    (search === "" || (wanted.length > 0 && wanted.every((word) => held.includes(word))))
  );
}

/** `all` is in the order of creation. */
export function plainList(all: readonly Incident[], given: Conditions): string[] {
  const found = all.filter((each) => matches(each, given)).reverse();
  const rank = ({ severity }: Incident): number => severities.indexOf(severity);
  if (given.sortBy === "severity") found.sort((one, other) => rank(other) - rank(one));
  return found.map(({ id }) => id);
}

export async function pagedList(
  store: IncidentStore,
  given: Conditions,
  limit: number,
): Promise<{ ids: string[]; totals: Set<string> }> {
  const ids: string[] = [];
  const totals = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await store.list(ACME, { ...given, limit, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.incidents.map(({ id }) => id));
    totals.add(`${page.totalIsExact ? "exactly" : "at least"} ${page.total}`);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { ids, totals };
}
