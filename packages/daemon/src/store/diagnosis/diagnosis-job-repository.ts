import type { EntityManager } from "typeorm";
import type { DiagnosisJobRepository } from "../../diagnose/queue-diagnosis.ts";
import { placeInLine } from "../jobs/job-table.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { countFound, sql } from "../sql/statement.ts";
import { type DiagnosisJobRow, diagnosisJobTable } from "./diagnosis-tables.ts";

/** Diagnosis jobs of one organization within one transaction. */
export const createDiagnosisJobRepository = (
  transaction: EntityManager,
  organizationId: string,
): DiagnosisJobRepository => ({
  countOpen: (automatic, limit) =>
    countFound(
      transaction,
      sql`select 1 from diagnosis_job where organization_id = ${organizationId} and automatic = ${automatic ? 1 : 0}
            and ended_at is null limit ${limit}`,
    ),
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
  async openJob(incidentId) {
    const job = await transaction
      .createQueryBuilder(diagnosisJobTable, "job")
      .where("job.incidentId = :incidentId and job.endedAt is null", { incidentId })
      .getOne();
    return job ?? undefined;
  },
  async makeRequested({ seq }, askedBy) {
    const place = await placeOf(transaction, organizationId, false);
    await updateRows(transaction, diagnosisJobTable, { seq }, { automatic: false, place, askedBy });
  },
  async start(seq) {
    await updateRows(transaction, diagnosisJobTable, { seq }, { status: "RUNNING" });
    const row = (await transaction.findOneBy(diagnosisJobTable, { seq })) as DiagnosisJobRow;
    const { incidentId, askedBy, attempts } = row;
    return { seq, organizationId, incidentId, askedBy, attempts };
  },
  end: (seq, status, now) => updateRows(transaction, diagnosisJobTable, { seq }, { status, claim: null, endedAt: now }),
});

/** Automatic jobs have an order of their own. */
const placeOf = (transaction: EntityManager, organizationId: string, automatic: boolean): Promise<number> =>
  placeInLine(transaction, "diagnosis_job", `ended_at is null and automatic = ${Number(automatic)}`, organizationId);
