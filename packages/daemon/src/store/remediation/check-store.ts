import type { EntityManager } from "typeorm";
import { requireIncident } from "../../incident/apply-change.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { keyWithoutCluster } from "../../model/remediation-target.ts";
import type { Scope } from "../../model/scope.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import { applyAction } from "../../remediate/actions/apply-action.ts";
import { appendAudit } from "../../remediate/audit/append-audit.ts";
import type { CheckFacts, CheckStore, DueEscalation } from "../../remediate/verify/check-store.ts";
import { type Breaker, CLOSED_BREAKER, type OtherAction } from "../../remediate/verify/judge-effect.ts";
import { createTelemetryCounts } from "../signals/telemetry-sums.ts";
import type { Database } from "../sql/database.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, raw, sql } from "../sql/statement.ts";
import { findActionRow, toAction } from "./action-rows.ts";
import type { RemediationUnit } from "./remediation-repositories.ts";
import { type BreakerRow, breakerTable } from "./remediation-tables.ts";

/** Of the actions on a target, so many are looked at: those that were let through last. */
const OTHERS_MAX = 100;

export const createCheckStore = (
  { reader, write }: Pick<Database, "reader" | "write">,
  units: UnitsOfWork<RemediationUnit>,
): CheckStore => ({
  due: (until, most) =>
    query(
      reader,
      sql`select id, organization_id as "organizationId" from remediation_action
         where verify_at is not null and verify_at <= ${until} order by verify_at limit ${most}`,
    ),
  check: (scope, id, since, decide, now) =>
    units.run(scope.organizationId, async (unit) => {
      const { transaction } = unit;
      const row = await findActionRow(transaction, scope, id);
      if (row.verifyAt === null) return;
      const checked = decide(await factsOf(unit, scope, row, since(toAction(row)), now));
      if (!checked) return;
      await applyAction(unit, row, checked.change, now);
      for (const note of checked.notes) {
        await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
      }
      if (checked.breaker) await writeBreaker(transaction, row, checked.breaker, checked.escalate, now);
    }),
  escalations: (most) =>
    query(
      reader,
      sql`select organization_id as "organizationId", target_key as "targetKey", service_name as "serviceName",
                 environment_key as environment, escalate_incident_id as "incidentId", coalesce(reason, '') as reason
          from remediation_breaker where escalate_incident_id is not null
          order by escalate_incident_id limit ${raw(most)}`,
    ),
  escalated: ({ organizationId, targetKey, incidentId }: DueEscalation) =>
    write((transaction) => {
      const where = { organizationId, targetKey, escalateIncidentId: incidentId };
      return updateRows(transaction, breakerTable, where, { escalateIncidentId: null });
    }),
});

async function factsOf(
  unit: RemediationUnit,
  scope: Scope,
  row: StoredAction,
  since: number,
  now: number,
): Promise<CheckFacts> {
  const { transaction } = unit;
  const incident = await requireIncident(unit, row.incidentId);
  const services = incident.primaryService === null ? [] : [incident.primaryService];
  const counts = createTelemetryCounts({ reader: transaction });
  const [received] = await counts.sums(scope, services, [{ from: Math.min(since, now), to: now }], now);
  const covering = await unit.maintenance.windowsCovering(services, now);
  const others = await othersSince(transaction, row, now);
  return {
    action: toAction(row),
    incident,
    signals: { received: received?.events ?? 0, inMaintenance: covering.size > 0, others },
    breaker: await readBreaker(transaction, row),
  };
}

/** From the index of queued actions. */
async function othersSince(
  transaction: EntityManager,
  { seq, organizationId, serviceName, targetKey, finishedAt }: StoredAction,
  now: number,
): Promise<readonly OtherAction[]> {
  if (serviceName === null || finishedAt === null) return [];
  return query(
    transaction,
    sql`select action_type as "actionType", queued_at as "queuedAt", finished_at as "finishedAt" from (
         select seq, action_type, queued_at, finished_at, status, mode from remediation_action
         where organization_id = ${organizationId} and target_key = ${targetKey} and queued_at is not null
         order by queued_at desc limit ${raw(OTHERS_MAX)}
       ) as latest
       where status = 'COMPLETED' and mode = 'live' and seq <> ${seq} and finished_at >= ${finishedAt} and finished_at <= ${now}
       order by finished_at`,
  );
}

async function readBreaker(
  transaction: EntityManager,
  { organizationId, serviceName, targetKey }: StoredAction,
): Promise<Breaker | undefined> {
  if (serviceName === null) return undefined;
  const row =
    (await transaction.findOneBy(breakerTable, { organizationId, targetKey })) ??
    (await transaction.findOneBy(breakerTable, { organizationId, targetKey: keyWithoutCluster(targetKey) }));
  if (!row) return CLOSED_BREAKER;
  const { ineffective, suspendedAt, reason } = row;
  return { ineffective, suspendedAt, reason };
}

async function writeBreaker(
  transaction: EntityManager,
  { organizationId, serviceName, environmentKey, targetKey, incidentId }: StoredAction,
  breaker: Breaker,
  escalate: boolean,
  now: number,
): Promise<void> {
  if (serviceName === null) return;
  const key = { organizationId, targetKey };
  const before = keyWithoutCluster(targetKey);
  if (before !== targetKey) await transaction.delete(breakerTable, { organizationId, targetKey: before });
  const names = { serviceName, environmentKey };
  // One that isn't given to anybody yet is so still, unless automatic actions came back meanwhile.
  const escalateIncidentId = escalate ? { escalateIncidentId: incidentId } : {};
  const withdrawn = breaker.suspendedAt === null ? { escalateIncidentId: null } : {};
  const row: BreakerRow = { ...key, ...names, ...breaker, escalateIncidentId: null, updatedAt: now };
  await insertRows(transaction, breakerTable, [row], { ignore: true });
  await updateRows(transaction, breakerTable, key, {
    ...names,
    ...breaker,
    updatedAt: now,
    ...withdrawn,
    ...escalateIncidentId,
  });
}
