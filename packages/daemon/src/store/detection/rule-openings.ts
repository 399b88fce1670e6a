import { setImmediate as eventLoopTick } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { Archive } from "../../archive/archive.ts";
import type { RuleOpening, RuleOpenings } from "../../detect/quality/detection-report.ts";
import type { FeedbackVerdict } from "../../model/feedback.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { query, sql, textTable } from "../sql/statement.ts";

/** Rows read at once: a few milliseconds of SQLite, which answers nobody else meanwhile. */
const PAGE_ROWS = 500;

/** Entries of each incident, which show what people did. */
const ENTRIES_READ_MAX = 200;

type Entry = Pick<TimelineEntry, "type" | "actor" | "metadata">;
/** Whether entries show that a person acknowledged the incident. */
type IsAcknowledgedBy = (entries: readonly Entry[]) => boolean;

interface Row {
  readonly id: string;
  readonly number: number;
  readonly ruleId: string | null;
  readonly openedAt: number;
  readonly verdict: FeedbackVerdict | null;
  readonly parentId: string | null;
}

/** Walks the index incident_by_creation backward; a page costs one row each, and their timelines. */
export const createRuleOpenings = (
  { reader }: Pick<Database, "reader">,
  archive: Pick<Archive, "get">,
  isAcknowledgedBy: IsAcknowledgedBy,
): RuleOpenings => ({
  async timeOf(scope, evidenceId) {
    const json = await archive.get(scope, evidenceId);
    return json === undefined ? undefined : telemetryOf(json).timestamp;
  },
  async *openings(scope, from, most) {
    let before = { openedAt: Number.MAX_SAFE_INTEGER, number: 0 };
    for (let left = most; left > 0; left -= PAGE_ROWS) {
      const rows = await query<Row>(
        reader,
        sql`select id, number, rule_id as "ruleId", created_at as "openedAt", verdict, parent_incident_id as "parentId"
            from incident where organization_id = ${scope.organizationId} and created_at >= ${from}
              and (created_at, number) < (${before.openedAt}, ${before.number})
            order by created_at desc, number desc limit ${Math.min(PAGE_ROWS, left)}`,
      );
      const oldest = rows.at(-1);
      if (!oldest) return;
      yield toOpenings(rows, await entriesOf(reader, scope, rows), isAcknowledgedBy);
      before = oldest;
      await eventLoopTick();
    }
  },
});

const toOpenings = (
  rows: readonly Row[],
  entries: ReadonlyMap<string, Entry[]>,
  isAcknowledgedBy: IsAcknowledgedBy,
): RuleOpening[] =>
  rows.flatMap(({ id, ruleId, openedAt, verdict, parentId }) => {
    if (ruleId === null) return [];
    const isAcknowledged = [id, parentId].some((each) => each !== null && isAcknowledgedBy(entries.get(each) ?? []));
    return [{ ruleId, openedAt, verdict, isAcknowledged, evidenceId: firstEvidence(entries.get(id)) }];
  });

/** The creation, and what people did, of these incidents and of their parents. */
async function entriesOf(
  reader: EntityManager,
  { organizationId }: Scope,
  rows: readonly Row[],
): Promise<Map<string, Entry[]>> {
  const ids = [...new Set(rows.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])))];
  const found = await query<{ incidentId: string; type: Entry["type"]; actor: string; metadata: string }>(
    reader,
    sql`select incident_id as "incidentId", type, actor, metadata from (
          select *, row_number() over (partition by incident_id order by seq) as nth from timeline_event
          where incident_id in (${textTable(reader, ids)}) and organization_id = ${organizationId}
            and (type = 'incident_created' or actor <> ${SYSTEM})
        ) as entry where nth <= ${ENTRIES_READ_MAX} order by seq`,
  );
  const entries = Map.groupBy(found, ({ incidentId }) => incidentId);
  return new Map(
    Array.from(entries, ([id, own]) => [
      id,
      own.map(({ type, actor, metadata }) => ({ type, actor, metadata: JSON.parse(metadata) as Entry["metadata"] })),
    ]),
  );
}

function firstEvidence(entries: readonly Entry[] = []): string | null {
  const evidence = entries.find(({ type }) => type === "incident_created")?.metadata["evidence"];
  const first: unknown = Array.isArray(evidence) ? evidence[0] : undefined;
  return typeof first === "string" ? first : null;
}
