import type { Incident, IncidentFilter, IncidentStatus, Severity, Tocsin } from "@tocsin/sdk";
import { severities } from "../format/incident.ts";

/** A query for incidents. A missing filter passes all. */
export interface IncidentQuery {
  /** The server filters by one value; several values are read as several lists and merged. */
  readonly statuses?: readonly IncidentStatus[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  /** Filters of the server. */
  readonly filter: Omit<IncidentFilter, "status" | "severity" | "limit" | "cursor">;
  /** Filters of the client; times are ISO 8601, of `createdAt`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly environment?: string | undefined;
  readonly isUnassigned?: boolean | undefined;
}

export interface FoundIncidents {
  readonly items: readonly Incident[];
  /** Number of all matching incidents, if it is known. */
  readonly total: number | undefined;
  /** Whether there are or may be more. */
  readonly hasMore: boolean;
  /** Incidents read when the search stopped at its limit. */
  readonly gaveUpAfter: number | undefined;
}

const PAGE = 500;
/** Maximum of incidents read for filters of the client. */
const SCANNED_MAX = 5_000;
/** The list is in the order of storing, which can differ slightly from that of times. */
const DISORDER_MS = 60_000;

/** Reads the first `limit` matching incidents; all without a limit. */
export async function listIncidents(
  client: Tocsin,
  query: IncidentQuery,
  limit: number | undefined,
): Promise<FoundIncidents> {
  const passes = localFilter(query);
  const size = limit === undefined || passes ? PAGE : limit;
  const totals: (number | undefined)[] = [];
  const sources = splitQuery(query).map((lane, index) =>
    pages(client, { ...lane, ...query.filter, limit: size }, (total) => {
      totals[index] = total;
    }),
  );
  const items: Incident[] = [];
  let looked = 0;
  let end: "all" | "limit" | "bound" = "all";
  for await (const incident of merged(sources, query.filter.sortBy === "severity" ? bySeverity : byRecency)) {
    if (isBefore(incident, query)) break;
    // Only a further incident shows that there are more.
    if (items.length === limit) end = "limit";
    else if (passes && limit !== undefined && looked >= SCANNED_MAX) end = "bound";
    if (end !== "all") break;
    looked += 1;
    if (!passes || passes(incident)) items.push(incident);
    if (items.length === limit && isTotalKnown(totals, passes)) break;
  }
  const total = end === "all" && limit === undefined ? items.length : totalOf(totals, passes);
  return {
    items,
    total,
    hasMore: total === undefined ? end !== "all" : total > items.length,
    gaveUpAfter: end === "bound" ? looked : undefined,
  };
}

/** One query for each pair of status and severity. */
function splitQuery({ statuses, severities: wanted }: IncidentQuery): Pick<IncidentFilter, "status" | "severity">[] {
  return (statuses ?? [undefined]).flatMap((status) =>
    (wanted ?? [undefined]).map((severity) => ({
      ...(status !== undefined && { status }),
      ...(severity !== undefined && { severity }),
    })),
  );
}

type Passes = (incident: Incident) => boolean;

/** The filter of the client; undefined if the server does everything. */
function localFilter({ since, until, environment, isUnassigned }: IncidentQuery): Passes | undefined {
  if (since === undefined && until === undefined && environment === undefined && !isUnassigned) return undefined;
  const [from, to] = [since === undefined ? -Infinity : Date.parse(since), until && Date.parse(until)];
  return ({ createdAt, environment: own, assigneeId }) => {
    const at = Date.parse(createdAt);
    return (
      at >= from &&
      (typeof to !== "number" || at < to) &&
      (environment === undefined || own.toLowerCase() === environment.toLowerCase()) &&
      (!isUnassigned || assigneeId === null)
    );
  };
}

/** Whether all following incidents are too old. */
const isBefore = ({ createdAt }: Incident, { since, filter }: IncidentQuery): boolean =>
  since !== undefined && filter.sortBy !== "severity" && Date.parse(createdAt) < Date.parse(since) - DISORDER_MS;

const isTotalKnown = (totals: readonly (number | undefined)[], passes: Passes | undefined): boolean =>
  totalOf(totals, passes) !== undefined;

/** The server's count ignores filters of the client. */
function totalOf(totals: readonly (number | undefined)[], passes: Passes | undefined): number | undefined {
  if (passes) return undefined;
  let sum = 0;
  for (const total of totals) {
    if (total === undefined) return undefined;
    sum += total;
  }
  return sum;
}

async function* pages(
  client: Tocsin,
  filter: IncidentFilter,
  tellTotal: (total: number | undefined) => void,
): AsyncGenerator<Incident, void, undefined> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor, totalCount } = await client.incidents.list(cursor ? { ...filter, cursor } : filter);
    tellTotal(totalCount);
    yield* items;
    cursor = nextCursor;
  } while (cursor !== undefined);
}

type Order = (one: Incident, other: Incident) => number;

const byRecency: Order = (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt);
const bySeverity: Order = (one, other) =>
  severities.indexOf(other.severity) - severities.indexOf(one.severity) || byRecency(one, other);

/** Merges sorted lists without common incidents. */
async function* merged(
  sources: readonly AsyncGenerator<Incident, void, undefined>[],
  order: Order,
): AsyncGenerator<Incident, void, undefined> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
  for (;;) {
    const [first] = heads
      .flatMap((head) => (head.next.done ? [] : [{ head, incident: head.next.value }]))
      .sort((one, other) => order(one.incident, other.incident));
    if (!first) return;
    yield first.incident;
    first.head.next = await first.head.source.next();
  }
}
