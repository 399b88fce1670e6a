import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { Counts, MeasureStore } from "../../detect/quality/rule-performance.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { COUNTED_EXACTLY_MAX } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

/** A range of one index, which holds all that is counted; the newest first, up to a bound. */
export const createMeasureStore = ({ reader }: Pick<Database, "reader">): MeasureStore => ({
  opened: (scope, ruleId, from) => count(reader, scope, INCIDENTS, ruleId, from),
  shadowed: (scope, ruleId, from) => count(reader, scope, SHADOWS, ruleId, from),
});

const counted = (table: string, service: string, at: string): string => `
  select count(*) as opened,
    sum(case verdict when 'useful' then 1 else 0 end) as useful,
    sum(case verdict when 'noise' then 1 else 0 end) as noise,
    count(distinct case when verdict is not null then service || ' ' || cast(at / ${DAY_MS} as text) end) as occasions
  from (
    select verdict, ${service} as service, ${at} as at from ${table}
    where organization_id = ? and rule_id = ? and ${at} >= ? order by ${at} desc limit ?
  ) as newest`;
const INCIDENTS = counted("incident", "primary_service", "created_at");
const SHADOWS = counted("shadow_opening", "service", "opened_at");

async function count(
  reader: EntityManager,
  { organizationId }: Scope,
  sql: string,
  ruleId: string,
  from: number,
): Promise<Counts> {
  await nextTurn();
  const rows = await reader.query(place(reader, sql), [organizationId, ruleId, from, COUNTED_EXACTLY_MAX]);
  const [found] = rows as [Record<keyof Counts, number | string | null>];
  const { opened, useful, noise, occasions } = found;
  return {
    opened: Number(opened),
    useful: Number(useful ?? 0),
    noise: Number(noise ?? 0),
    occasions: Number(occasions),
  };
}

/** Every organization that ever had a change, those after one, in order. */
export const createOrganizations =
  ({ reader }: Pick<Database, "reader">) =>
  async (after: string, most: number): Promise<readonly string[]> => {
    const sql = `select organization_id as id from stream_head where organization_id > ? order by organization_id limit ?`;
    const rows = (await reader.query(place(reader, sql), [after, most])) as { id: string }[];
    return rows.map(({ id }) => id);
  };
