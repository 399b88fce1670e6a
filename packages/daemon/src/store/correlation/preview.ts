import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { PastIncident, PastIncidents } from "../../correlate/preview.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../database.ts";
import { place } from "../rows.ts";

/** Rows read at once: a few milliseconds of SQLite, which answers nobody else meanwhile. */
const PAGE_ROWS = 500;

/** The index incident_by_creation is walked forward, from the oldest incident wanted; a page costs a row for each. */
export const createPastIncidents = ({ reader }: Database): PastIncidents => ({
  async *opened(scope, from, to, most) {
    let last = await firstPlace(reader, scope, from, most);
    for (let left = most; left > 0; left -= PAGE_ROWS) {
      const page = await readPage(reader, scope, last, to, Math.min(PAGE_ROWS, left));
      const newest = page.at(-1);
      if (!newest) return;
      yield page;
      last = newest;
      await nextTurn();
    }
  },
});

/** In the order of opening; a page holds what comes after it. */
interface Place {
  readonly createdAt: number;
  readonly number: number;
}

/** Just before the oldest one wanted. Numbers grow with every incident, so that the newest `most` are known by theirs. */
async function firstPlace(
  reader: EntityManager,
  { organizationId }: Scope,
  from: number,
  most: number,
): Promise<Place> {
  const rows = (await reader.query(
    place(
      reader,
      `select created_at as "createdAt", number from incident where organization_id = ? and created_at >= ?
         and number = (select max(number) from incident where organization_id = ?) - ?`,
    ),
    [organizationId, from, organizationId, most],
  )) as Record<keyof Place, number | string>[];
  const [row] = rows;
  return row ? { createdAt: Number(row.createdAt), number: Number(row.number) } : { createdAt: from, number: 0 };
}

type PastRow = PastIncident & Place;

async function readPage(
  reader: EntityManager,
  { organizationId }: Scope,
  after: Place,
  to: number,
  rows: number,
): Promise<readonly PastRow[]> {
  const found = (await reader.query(
    place(
      reader,
      `select id, number, primary_service as "primaryService", signal_type as "signalType", severity,
         created_at as "createdAt", resolved_at as "resolvedAt"
       from incident
       where organization_id = ? and (created_at, number) > (?, ?) and created_at <= ?
       order by created_at, number limit ?`,
    ),
    [organizationId, after.createdAt, after.number, to, rows],
  )) as PastRow[];
  return found.map((row) => ({
    ...row,
    number: Number(row.number),
    createdAt: Number(row.createdAt),
    resolvedAt: row.resolvedAt === null ? null : Number(row.resolvedAt),
  }));
}
