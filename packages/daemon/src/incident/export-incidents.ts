import { toIso, toIsoOrNull } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { IncidentFilter, IncidentStore } from "./store.ts";

/** The columns of the export, in their order. */
export const exportColumns = [
  "id",
  "title",
  "severity",
  "status",
  "environment",
  "primaryService",
  "affectedServices",
  "assigneeId",
  "deduplicationKey",
  "duplicateCount",
  "createdAt",
  "updatedAt",
  "resolvedAt",
] as const;

export type ExportRow = Readonly<Record<(typeof exportColumns)[number], string | number | null>>;

const SERVICE_SEPARATOR = ";";
/** Reading and writing so many holds up other requests for some milliseconds. */
const PAGE_INCIDENTS = 100;

/** The incidents of a list, `filter.limit` at most, read page by page as they are taken. */
export async function* exportedIncidents(
  store: Pick<IncidentStore, "list">,
  scope: Scope,
  filter: Omit<IncidentFilter, "cursor">,
): AsyncGenerator<ExportRow, void, undefined> {
  let cursor: string | undefined;
  let left = filter.limit;
  do {
    const limit = Math.min(left, PAGE_INCIDENTS);
    const page = await store.list(scope, { ...filter, limit, ...(cursor === undefined ? {} : { cursor }) });
    for (const incident of page.incidents) yield toRow(incident);
    left -= limit;
    cursor = page.cursor;
  } while (cursor !== undefined && left > 0);
}

const toRow = (incident: Incident): ExportRow => ({
  ...incident,
  affectedServices: incident.affectedServices.join(SERVICE_SEPARATOR),
  createdAt: toIso(incident.createdAt),
  updatedAt: toIso(incident.updatedAt),
  resolvedAt: toIsoOrNull(incident.resolvedAt),
});
