import { setImmediate as eventLoopTick } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { Scope } from "../../model/scope.ts";
import { query, raw, sql } from "../sql/statement.ts";

/** Rows read at once: a few milliseconds of SQLite, which answers nobody else meanwhile. */
const PAGE_ROWS = 500;

/** In the order of opening; a page holds what comes after it. */
export interface Place {
  readonly createdAt: number;
  readonly number: number;
}

type Timed = Place & { readonly resolvedAt: number | null };

/**
 * The incidents after a position that were created until `to`, at most `most`, page by page. `columns` are added to
 * position and end time. Walks the index incident_by_creation forward; a page costs one row each.
 */
export async function* byCreation<Row extends Timed>(
  reader: EntityManager,
  { organizationId }: Scope,
  columns: string,
  { after, to, most }: { readonly after: Place; readonly to: number; readonly most: number },
): AsyncGenerator<readonly Row[], void, undefined> {
  let last = after;
  for (let left = most; left > 0; left -= PAGE_ROWS) {
    const rows = Math.min(PAGE_ROWS, left);
    const page = await query<Row>(
      reader,
      sql`select number, created_at as "createdAt", resolved_at as "resolvedAt", ${raw(columns)} from incident
     where organization_id = ${organizationId} and (created_at, number) > (${last.createdAt}, ${last.number}) and created_at <= ${to}
     order by created_at, number limit ${rows}`,
    );
    const newest = page.at(-1);
    if (!newest) return;
    yield page;
    last = newest;
    await eventLoopTick();
  }
}
