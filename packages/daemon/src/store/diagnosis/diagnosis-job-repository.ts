import type { EntityManager } from "typeorm";
import type { DiagnosisJobRepository } from "../../diagnose/queue-diagnosis.ts";
import { placeInLine } from "../jobs/job-table.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { queryOne, sql } from "../sql/statement.ts";
import { diagnosisJobTable } from "./diagnosis-tables.ts";

/** Diagnosis jobs of one organization within one transaction. */
export const createDiagnosisJobRepository = (
  transaction: EntityManager,
  organizationId: string,
): DiagnosisJobRepository => ({
  async countOpen(automatic, limit) {
    const counted = await queryOne<{ count: number }>(
      transaction,
      sql`select count(*) as count from (
            select 1 from diagnosis_job where organization_id = ${organizationId} and automatic = ${automatic ? 1 : 0}
              and ended_at is null limit ${limit}
          ) as waiting`,
    );
    return counted?.count ?? 0;
  },
  async add(job, now) {
    const row = {
      ...job,
      organizationId,
      askedAt: now,
      place: await placeOf(transaction, organizationId, job.automatic),
      status: "PENDING",
      attempts: 0,
      claim: null,
      availableAt: now,
      endedAt: null,
    } as const;
    await insertRows(transaction, diagnosisJobTable, [row]);
  },
});

/** Automatic jobs have an order of their own. */
export const placeOf = (transaction: EntityManager, organizationId: string, automatic: boolean): Promise<number> =>
  placeInLine(transaction, "diagnosis_job", `ended_at is null and automatic = ${Number(automatic)}`, organizationId);
