import type { MigrationInterface, QueryRunner } from "typeorm";

const sums = ["low", "medium", "high", "critical", "active", "recovered", "recovery_ms", "merged"];
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const hasSeverity = (severity: string): string => `case when severity = '${severity}' then 1 else 0 end`;
const IS_OVER = "status in ('RESOLVED', 'CLOSED')";

/** The parts of merged children in the sums of their hour, their day and of all time; a span of 0 is all time. */
const parts = `
  select organization_id, span, case span when 0 then 0 else created_at - created_at % span end as start,
    ${hasSeverity("LOW")} as low, ${hasSeverity("MEDIUM")} as medium, ${hasSeverity("HIGH")} as high,
    ${hasSeverity("CRITICAL")} as critical, case when ${IS_OVER} then 0 else 1 end as active,
    case when ${IS_OVER} then 1 else 0 end as recovered,
    case when ${IS_OVER} and resolved_at > created_at then resolved_at - created_at else 0 end as recovery_ms,
    -1 as merged
  from incident cross join (select ${HOUR_MS} as span union all select ${DAY_MS} union all select 0) as spans
  where parent_incident_id is not null`;

const moveChildren = (sign: "" | "-"): string => `
  insert into incident_period (organization_id, span, start, ${sums.join(", ")})
  select organization_id, span, start, ${sums.map((name) => `${sign}sum(${name})`).join(", ")}
  from (${parts}) as part where true group by organization_id, span, start
  on conflict (organization_id, span, start) do update
  set ${sums.map((name) => `${name} = incident_period.${name} + excluded.${name}`).join(", ")}`;

/** Merged children were counted as incidents of their own. Their parent stands for them now. */
export class MergedSums1764002800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table incident_period add column merged bigint not null default 0");
    await runner.query(moveChildren("-"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(moveChildren(""));
    await runner.query("alter table incident_period drop column merged");
  }
}
