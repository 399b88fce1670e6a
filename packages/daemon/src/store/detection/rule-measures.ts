import { setImmediate as eventLoopTick } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { Counts, MeasureStore } from "../../detect/quality/rule-performance.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { COUNTED_EXACTLY_MAX } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { query, queryOne, raw, type Sql, sql } from "../sql/statement.ts";

/** A range of one index, which holds all that is counted; the newest first, up to a bound. */
export const createMeasureStore = ({ reader }: Pick<Database, "reader">): MeasureStore => ({
  opened: (scope, ruleId, from) => count(reader, scope, ruleId, from, INCIDENTS),
  shadowed: (scope, ruleId, from) => count(reader, scope, ruleId, from, SHADOWS),
});

const INCIDENTS = { table: raw("incident"), service: raw("primary_service"), at: raw("created_at") };
const SHADOWS = { table: raw("shadow_opening"), service: raw("service"), at: raw("opened_at") };

async function count(
  reader: EntityManager,
  { organizationId }: Scope,
  ruleId: string,
  from: number,
  { table, service, at }: Readonly<Record<"table" | "service" | "at", Sql>>,
): Promise<Counts> {
  await eventLoopTick();
  const counts = await queryOne<Counts>(
    reader,
    sql`select count(*) as opened, count(case verdict when 'useful' then 1 end) as useful,
          count(case verdict when 'noise' then 1 end) as noise,
          count(distinct case when verdict is not null then service || ' ' || cast(at / ${raw(DAY_MS)} as text) end) as occasions
        from (
          select verdict, ${service} as service, ${at} as at from ${table}
          where organization_id = ${organizationId} and rule_id = ${ruleId} and ${at} >= ${from}
          order by ${at} desc limit ${COUNTED_EXACTLY_MAX}
        ) as newest`,
  );
  return counts as Counts;
}

/** Every organization that ever had a change, those after one, in order. */
export const createOrganizations =
  ({ reader }: Pick<Database, "reader">) =>
  async (after: string, most: number): Promise<readonly string[]> => {
    const rows = await query<{ id: string }>(
      reader,
      sql`select organization_id as id from stream_head where organization_id > ${after}
          order by organization_id limit ${most}`,
    );
    return rows.map(({ id }) => id);
  };
