import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { DetectedIncident } from "../../detect/replay/overlap.ts";
import type { DetectedIncidents } from "../../detect/replay/preview.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../database.ts";
import { place } from "../rows.ts";

/** Rows read at once: a few milliseconds of SQLite, which answers nobody else meanwhile. */
const PAGE_ROWS = 500;

/** The index incident_by_creation is walked forward; a page costs a row for each, manual incidents too. */
export const createDetectedIncidents = ({ reader }: Database): DetectedIncidents => ({
  async *detected(scope, from, to, most) {
    let last: Place = { createdAt: from, number: 0 };
    for (let left = most; left > 0; left -= PAGE_ROWS) {
      const page = await readPage(reader, scope, last, to, Math.min(PAGE_ROWS, left));
      const newest = page.at(-1);
      if (!newest) return;
      yield page.filter(isDetected).map(presented);
      last = newest;
      await nextTurn();
    }
  },
});

interface Place {
  readonly createdAt: number;
  readonly number: number;
}

interface Row extends Place {
  readonly id: string;
  readonly ruleId: string | null;
  readonly service: string | null;
  readonly deduplicationKey: string;
  readonly triggeringEventId: string;
  readonly status: string;
  readonly resolvedAt: number | null;
  readonly updatedAt: number;
}
type DetectedRow = Row & { readonly ruleId: string; readonly service: string };

const isDetected = (row: Row): row is DetectedRow => row.ruleId !== null && row.service !== null;

/** When a closed one was over is told by its last change where it never resolved. */
const presented = (row: DetectedRow): DetectedIncident => ({
  id: row.id,
  ruleId: row.ruleId,
  service: row.service,
  deduplicationKey: row.deduplicationKey,
  triggeringEventId: row.triggeringEventId,
  createdAt: row.createdAt,
  overAt: row.resolvedAt ?? (row.status === "CLOSED" ? row.updatedAt : null),
});

async function readPage(
  reader: EntityManager,
  { organizationId }: Scope,
  after: Place,
  to: number,
  rows: number,
): Promise<readonly Row[]> {
  const found = (await reader.query(
    place(
      reader,
      `select id, number, rule_id as "ruleId", primary_service as "service", deduplication_key as "deduplicationKey",
         triggering_event_id as "triggeringEventId", status, created_at as "createdAt", resolved_at as "resolvedAt", updated_at as "updatedAt"
       from incident
       where organization_id = ? and (created_at, number) > (?, ?) and created_at <= ?
       order by created_at, number limit ?`,
    ),
    [organizationId, after.createdAt, after.number, to, rows],
  )) as Row[];
  return found.map((row) => ({
    ...row,
    number: Number(row.number),
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
    resolvedAt: row.resolvedAt === null ? null : Number(row.resolvedAt),
  }));
}
