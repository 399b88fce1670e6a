import type { EntityManager } from "typeorm";
import { keyWithoutCluster } from "../../model/remediation-target.ts";
import type { CheckStore, DueEscalation, VerificationRepository } from "../../remediate/verify/check-store.ts";
import type { OtherAction } from "../../remediate/verify/judge-effect.ts";
import { createTelemetryCounts } from "../signals/telemetry-sums.ts";
import type { Database } from "../sql/database.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, raw, sql } from "../sql/statement.ts";
import { type BreakerRow, breakerTable } from "./remediation-tables.ts";

/** The latest actions on a target that are compared. */
const OTHERS_MAX = 100;

export const createCheckStore = ({ reader, write }: Pick<Database, "reader" | "write">): CheckStore => ({
  due: (until, most) =>
    query(
      reader,
      sql`select id, organization_id as "organizationId" from remediation_action
         where verify_at is not null and verify_at <= ${until} order by verify_at limit ${most}`,
    ),
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

export const createVerificationRepository = (
  transaction: EntityManager,
  organizationId: string,
): VerificationRepository => ({
  async received(services, from, to) {
    const [sums] = await createTelemetryCounts({ reader: transaction }).sums(
      { organizationId },
      services,
      [{ from, to }],
      to,
    );
    return sums?.events ?? 0;
  },
  /** From the index of queued actions. */
  async othersSince({ seq, serviceName, targetKey, finishedAt }, now) {
    if (serviceName === null || finishedAt === null) return [];
    return query<OtherAction>(
      transaction,
      sql`select action_type as "actionType", queued_at as "queuedAt", finished_at as "finishedAt" from (
           select seq, action_type, queued_at, finished_at, status, mode from remediation_action
           where organization_id = ${organizationId} and target_key = ${targetKey} and queued_at is not null
           order by queued_at desc limit ${raw(OTHERS_MAX)}
         ) as latest
         where status = 'COMPLETED' and mode = 'live' and seq <> ${seq} and finished_at >= ${finishedAt} and finished_at <= ${now}
         order by finished_at`,
    );
  },
  async breaker({ targetKey }) {
    const row =
      (await transaction.findOneBy(breakerTable, { organizationId, targetKey })) ??
      (await transaction.findOneBy(breakerTable, { organizationId, targetKey: keyWithoutCluster(targetKey) }));
    if (!row) return undefined;
    const { ineffective, suspendedAt, reason } = row;
    return { ineffective, suspendedAt, reason };
  },
  async writeBreaker({ serviceName, environmentKey, targetKey, incidentId }, breaker, escalate, now) {
    if (serviceName === null) return;
    const key = { organizationId, targetKey };
    const before = keyWithoutCluster(targetKey);
    if (before !== targetKey) await transaction.delete(breakerTable, { organizationId, targetKey: before });
    const fields = { serviceName, environmentKey, ...breaker, updatedAt: now };
    // One that isn't given to anybody yet is so still, unless automatic actions came back meanwhile.
    const withdrawn = breaker.suspendedAt === null ? { escalateIncidentId: null } : {};
    const escalateIncidentId = escalate ? { escalateIncidentId: incidentId } : {};
    const row: BreakerRow = { ...key, ...fields, escalateIncidentId: null };
    await insertRows(transaction, breakerTable, [row], { ignore: true });
    await updateRows(transaction, breakerTable, key, { ...fields, ...withdrawn, ...escalateIncidentId });
  },
});
