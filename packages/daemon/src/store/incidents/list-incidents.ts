import type { EntityManager } from "typeorm";
import type { IncidentFilter, IncidentPage } from "../../incident/store.ts";
import { invalidCursor } from "../../kernel/errors.ts";
import { incidentStatuses, severities } from "../../model/incident.ts";
import { COUNTED_EXACTLY_MAX } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import { filterTerms, severityTerm } from "../incident-index/incident-terms.ts";
import { intersectPostings, type ResultList } from "../incident-index/intersect-postings.ts";
import { query, sql } from "../sql/statement.ts";
import { toIncident } from "./incident-rows.ts";
import type { IncidentRow, IncidentTallyRow } from "./incident-tables.ts";
import { incidentsNumbered } from "./incidents-numbered.ts";

/** Which incidents make up the page comes from the postings alone; their rows are then read by number. */
export async function listIncidents(
  reader: EntityManager,
  scope: Scope,
  filter: IncidentFilter,
): Promise<IncidentPage> {
  const cursor = filter.cursor ? parseCursor(filter.cursor, filter) : undefined;
  const terms = filterTerms(filter);
  if (!terms) return { incidents: [], total: 0, totalIsExact: true };
  const lists = listsFor(filter, cursor);
  const tallied = filter.service === undefined && !filter.assigneeId && !filter.search?.trim();
  const counted = await intersectPostings(reader, {
    organizationId: scope.organizationId,
    terms,
    lists: lists,
    limit: filter.limit + 1,
    countLimit: tallied ? 0 : COUNTED_EXACTLY_MAX + 1,
  });
  const total = tallied ? await talliedTotal(reader, scope, filter) : Math.min(counted, COUNTED_EXACTLY_MAX);
  const found = lists.flatMap(({ rank, found: numbers }) => numbers.map((number) => ({ rank, number })));
  const shown = found.slice(0, filter.limit);
  const last = shown.at(-1);
  const rows = await readRows(
    reader,
    scope,
    filter,
    shown.map(({ number }) => number),
  );
  return {
    incidents: rows.map(toIncident),
    ...(found.length > shown.length && last ? { cursor: `${cursorHead(filter, last.rank)}${last.number}` } : {}),
    total,
    totalIsExact: tallied || counted <= COUNTED_EXACTLY_MAX,
  };
}

interface Position {
  readonly rank: number;
  readonly number: number;
}

const isRanked = ({ sortBy, severity }: IncidentFilter): boolean => sortBy === "severity" && severity === undefined;

/** Says which order the cursor is of: one of another order would leave incidents out without a word. */
const cursorHead = (filter: IncidentFilter, rank: number): string => (isRanked(filter) ? `s${rank}.` : "r");

function parseCursor(text: string, filter: IncidentFilter): Position {
  const match = (isRanked(filter) ? /^s([0-3])\.(\d{1,15})$/ : /^r()(\d{1,15})$/).exec(text);
  if (!match) throw invalidCursor();
  return { rank: Number(match[1]), number: Number(match[2]) };
}

/** The rank is that of the severity, where the order asks for it. */
interface RankedList extends ResultList {
  readonly rank: number;
}

/** One list for the newest; one for each severity, critical first, of which a cursor leaves those from its own on. */
function listsFor(filter: IncidentFilter, cursor: Position | undefined): RankedList[] {
  const below = cursor?.number ?? Number.POSITIVE_INFINITY;
  if (!isRanked(filter)) return [{ rank: 0, below, found: [] }];
  return severities
    .map((each, rank) => ({
      rank,
      term: severityTerm(each),
      below: rank === cursor?.rank ? below : Number.POSITIVE_INFINITY,
      found: [],
    }))
    .filter(({ rank }) => rank <= (cursor?.rank ?? severities.length))
    .reverse();
}

/**
 * Rows in the order of the numbers. Rows that changed after the postings were read, and no longer match, are left out.
 */
async function readRows(
  reader: EntityManager,
  scope: Scope,
  filter: IncidentFilter,
  numbers: readonly number[],
): Promise<IncidentRow[]> {
  if (numbers.length === 0) return [];
  const query = incidentsNumbered(reader, scope.organizationId, numbers);
  if (filter.status) query.andWhere("incident.status = :status", { status: filter.status });
  if (filter.severity) query.andWhere("incident.severity = :severity", { severity: filter.severity });
  if (filter.assigneeId) query.andWhere("incident.assigneeId = :assignee", { assignee: filter.assigneeId });
  if (filter.deduplicated) query.andWhere("incident.parentIncidentId is null");
  const rows = new Map((await query.getMany()).map((row) => [row.number, row]));
  return numbers.flatMap((number) => rows.get(number) ?? []);
}

/** From the counters: at most forty rows, however many incidents there are. */
async function talliedTotal(reader: EntityManager, scope: Scope, filter: IncidentFilter): Promise<number> {
  const statuses = filter.status ? [filter.status] : incidentStatuses;
  const wanted = filter.severity ? [filter.severity] : severities;
  const rows = await query<Pick<IncidentTallyRow, "status" | "severity" | "merged" | "count">>(
    reader,
    sql`select status, severity, merged, count from incident_tally where organization_id = ${scope.organizationId}`,
  );
  return rows
    .filter((row) => statuses.includes(row.status) && wanted.includes(row.severity))
    .filter((row) => !filter.deduplicated || row.merged === 0)
    .reduce((sum, row) => sum + row.count, 0);
}
