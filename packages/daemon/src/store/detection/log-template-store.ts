import type { EntityManager } from "typeorm";
import type { StateChange } from "../../detect/engine/detection-engine.ts";
import type { LogPatternStore } from "../../detect/state/list-templates.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { LogTemplateFacts, LogTemplateRecord } from "../../model/log-template.ts";
import type { Database } from "../sql/database.ts";
import { inParts } from "../sql/sql-rows.ts";
import { countChanged, empty, query, raw, rowTable, type Sql, sql, textTable } from "../sql/statement.ts";

const TYPES = ["text", "text", "text", "text", "integer", "integer", "text"];
const KEY = raw("organization_id, service, environment, pattern_id, is_error");
/** A pattern that wasn't seen for so long isn't listed any more. */
const KEPT_DAYS = 30;
const REMOVED_AT_ONCE_MAX = 5_000;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Brings the list up to date, in the transaction that stores the states. */
export async function writeListing(transaction: EntityManager, states: readonly StateChange[]): Promise<void> {
  const patterns: LogTemplateRecord[] = [];
  for (const { organizationId, service, listing = [] } of states) {
    for (const { environment, environments, held, patterns: changed } of listing) {
      patterns.push(...changed);
      const removeBut = (kept: readonly string[], column: Sql, condition: Sql) =>
        query(
          transaction,
          sql`delete from log_pattern where organization_id = ${organizationId} and service = ${service} ${condition}
              and ${column} not in (${textTable(transaction, kept)})`,
        );
      if (environments !== null) await removeBut(environments, raw("environment"), empty);
      for (const [isError, ids] of held === null ? [] : [[1, held.errors] as const, [0, held.others] as const]) {
        await removeBut(ids, raw("pattern_id"), sql`and environment = ${environment} and is_error = ${isError}`);
      }
    }
  }
  for (const part of inParts(patterns)) await write(transaction, part);
}

async function write(transaction: EntityManager, patterns: readonly LogTemplateRecord[]): Promise<void> {
  const rows = patterns.map(({ organizationId, service, environment, patternId, isError, facts }) => [
    organizationId,
    service,
    environment,
    patternId,
    isError ? 1 : 0,
    dayOf(facts.lastAt),
    JSON.stringify(facts),
  ]);
  // Without a condition, SQLite reads ON as that of a join.
  await query(
    transaction,
    sql`insert into log_pattern (${KEY}, seen_day, facts) ${rowTable(transaction, TYPES, rows)} where true
        on conflict (${KEY}) do update set seen_day = excluded.seen_day, facts = excluded.facts`,
  );
}

/** A range of the primary key; as many rows as detection remembers of a service, at the most. */
export const createLogPatternStore = ({ reader }: Pick<Database, "reader">): LogPatternStore => ({
  async ofService({ organizationId }, service, environment) {
    // PostgreSQL's text holds no U+0000, so no service does.
    if (`${service}${environment ?? ""}`.includes("\u0000")) return [];
    const rows = await query<Pick<LogTemplateRecord, "environment" | "patternId"> & { isError: number; facts: string }>(
      reader,
      sql`select environment, pattern_id as "patternId", is_error as "isError", facts from log_pattern
          where organization_id = ${organizationId} and service = ${service}
          ${environment === undefined ? empty : sql`and environment = ${environment}`}`,
    );
    return rows.map((row) => ({
      ...row,
      organizationId,
      service,
      isError: row.isError === 1,
      facts: JSON.parse(row.facts) as LogTemplateFacts,
    }));
  },
});

/** Removes what wasn't seen for long, some at a time; answers how many. */
export function tidyLogPatterns(database: Database, now: number): Promise<number> {
  const old = sql`select ${KEY} from log_pattern where seen_day < ${dayOf(now) - KEPT_DAYS} limit ${REMOVED_AT_ONCE_MAX}`;
  return countChanged(database, sql`delete from log_pattern where (${KEY}) in (${old}) returning 1 as gone`);
}
