import type { DiagnosisJobRepository } from "../../diagnose/queue-diagnosis.ts";
import type { DiagnosisJobs } from "../../diagnose/record-diagnoses.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { DIAGNOSIS_LEASE_MS } from "../../model/lease-limits.ts";
import { createJobTable } from "../jobs/job-table.ts";
import type { Database } from "../sql/database.ts";
import { countChanged, sql } from "../sql/statement.ts";
import type { StoreUnit } from "../sql/store-unit.ts";

interface DiagnosisUnit extends StoreUnit {
  readonly diagnosisJobs: DiagnosisJobRepository;
}

const DELETED_AT_ONCE_MAX = 1000;

/** Work for a job checks the lease within the organization's write lock: a worker that lost it writes nothing. */
export function createDiagnosisJobs(database: Database, units: UnitsOfWork<DiagnosisUnit>): DiagnosisJobs {
  const { claimNext, claimOne, isOwn, ...jobs } = createJobTable(database, {
    table: "diagnosis_job",
    isOpen: "ended_at is null",
    order: "automatic, place, seq",
    leaseMs: DIAGNOSIS_LEASE_MS,
  });
  return {
    ...jobs,
    claim: (begin, now) =>
      claimNext(now, ({ seq, organizationId }) =>
        units.run(organizationId, async (unit) => {
          const claim = await claimOne(unit.transaction, seq, now);
          return claim === undefined ? undefined : begin(unit, seq, claim);
        }),
      ),
    owned: (job, work) =>
      units.run(job.organizationId, async (unit) => {
        if (!(await isOwn(unit.transaction, job))) return false;
        await work(unit);
        return true;
      }),
    tidy: (before) =>
      countChanged(
        database,
        sql`delete from diagnosis_job where seq in (select seq from diagnosis_job
            where ended_at < ${before} order by ended_at limit ${DELETED_AT_ONCE_MAX}) returning seq`,
      ),
  };
}
