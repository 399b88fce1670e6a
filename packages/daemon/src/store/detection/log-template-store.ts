import type { EntityManager } from "typeorm";

import type { StateChange } from "../../detect/engine/detection-engine.ts";
import type { LogPatternStore } from "../../detect/state/list-templates.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { LogPattern, PatternFacts } from "../../model/log-pattern.ts";
import type { Database } from "../sql/database.ts";
import { inParts, place, rowCount, rowTable, textList } from "../sql/sql-rows.ts";

const COLUMNS = "organization_id, service, environment, pattern_id, is_error, seen_day, facts";
const TYPES = ["text", "text", "text", "text", "integer", "integer", "text"];
const KEY = "organization_id, service, environment, pattern_id, is_error";
/** A pattern that wasn't seen for so long isn't listed any more. */
const KEPT_DAYS = 30;
const REMOVED_AT_ONCE_MAX = 5_000;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Brings the list up to date, in the transaction that stores the states. */
export async function writeListing(transaction: EntityManager, states: readonly StateChange[]): Promise<void> {
  const patterns: LogPattern[] = [];
  for (const { organizationId, service, listing = [] } of states) {
    for (const { environment, environments, held, patterns: changed } of listing) {
      patterns.push(...changed);
      const removeBut = (kept: readonly string[], column: string, more = "", parameters: readonly unknown[] = []) => {
        const { sql, value } = textList(transaction, kept);
        const others = `delete from log_pattern where organization_id = ? and service = ?${more} and ${column} not in (${sql})`;
        return transaction.query(place(transaction, others), [organizationId, service, ...parameters, value]);
      };
      if (environments !== null) await removeBut(environments, "environment");
      for (const [isError, ids] of held === null ? [] : [[1, held.errors] as const, [0, held.others] as const])
        await removeBut(ids, "pattern_id", " and environment = ? and is_error = ?", [environment, isError]);
    }
  }
  for (const part of inParts(patterns)) await write(transaction, part);
}

async function write(transaction: EntityManager, patterns: readonly LogPattern[]): Promise<void> {
  const rows = patterns.map(({ organizationId, service, environment, patternId, isError, facts }) => [
    organizationId,
    service,
    environment,
    patternId,
    isError ? 1 : 0,
    dayOf(facts.lastAt),
    JSON.stringify(facts),
  ]);
  const { sql, values } = rowTable(transaction, TYPES, rows);
  // SQLite takes ON for a join's where nothing stands between.
  const from = transaction.connection.options.type === "postgres" ? sql : `${sql} where true`;
  await transaction.query(
    place(
      transaction,
      `insert into log_pattern (${COLUMNS}) ${from} on conflict (${KEY}) do update
       set seen_day = excluded.seen_day, facts = excluded.facts`,
    ),
    values,
  );
}

/** A range of the primary key; as many rows as detection remembers of a service, at the most. */
export const createLogPatternStore = ({ reader }: Pick<Database, "reader">): LogPatternStore => ({
  async ofService({ organizationId }, service, environment) {
    // PostgreSQL's text holds no U+0000, so no service does.
    if (`${service}${environment ?? ""}`.includes("\u0000")) return [];
    const rows = (await reader.query(
      place(
        reader,
        `select environment, pattern_id as id, is_error as error, facts from log_pattern
         where organization_id = ? and service = ?${environment === undefined ? "" : " and environment = ?"}`,
      ),
      [organizationId, service, ...(environment === undefined ? [] : [environment])],
    )) as { environment: string; id: string; error: number; facts: string }[];
    return rows.map((row) => ({
      organizationId,
      service,
      environment: row.environment,
      patternId: row.id,
      isError: Number(row.error) === 1,
      facts: JSON.parse(row.facts) as PatternFacts,
    }));
  },
});

/** Removes what wasn't seen for long, some at a time; answers how many. */
export const tidyLogPatterns = (database: Database, now: number): Promise<number> =>
  database.write(async (transaction) => {
    const old = `select ${KEY} from log_pattern where seen_day < ? limit ?`;
    const sql = place(transaction, `delete from log_pattern where (${KEY}) in (${old}) returning 1 as gone`);
    return rowCount(await transaction.query(sql, [dayOf(now) - KEPT_DAYS, REMOVED_AT_ONCE_MAX]));
  });
