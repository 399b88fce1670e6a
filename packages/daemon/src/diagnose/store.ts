import type { JobStore } from "../jobs/job.ts";
import type { Scope } from "../model/scope.ts";
import type { DiagnosisEnd, DiagnosisJob } from "./job.ts";
import type { DiagnosisStage } from "./progress.ts";

/**
 * Requested diagnoses. `claim` takes requests of people first, organizations take turns, and each one's oldest comes first.
 * It ends a job as FAILED that has used up its attempts. Every method is one transaction.
 */
export interface DiagnosisJobStore extends JobStore<DiagnosisJob> {
  /**
   * Requests a diagnosis of the incident, on behalf of the scope's actor. A request that waits or runs already stands for
   * this one. Throws `not_found`, and `too_many` if the organization has as many open requests as it may have.
   */
  ask(scope: Scope, incidentId: string, now: number): Promise<void>;
  /** Publishes progress on the stream. False if the job belongs to another worker; then nothing is written. */
  tell(job: DiagnosisJob, stage: DiagnosisStage, message: string, now: number): Promise<boolean>;
  /** Writes the end on the incident and its timeline. False if the job belongs to another worker. */
  end(job: DiagnosisJob, end: DiagnosisEnd, now: number): Promise<boolean>;
  /** Deletes jobs that ended long ago, a bounded number; returns how many. */
  tidy(now: number): Promise<number>;
}
