import type { Scope } from "../model/scope.ts";
import type { DiagnosisEnd, DiagnosisJob } from "./job.ts";
import type { DiagnosisStage } from "./progress.ts";

/**
 * Diagnoses that were asked for, done or to be done. A job belongs to whom `claim` gave it until its lease runs out:
 * what is written for it later comes to nothing. Every method is one transaction.
 */
export interface DiagnosisJobStore {
  /**
   * Asks for a diagnosis of the incident, on behalf of the scope's actor. One that waits or runs already is the one
   * that was asked for. Throws `not_found`, and `too_many` where the organization has as many waiting as it may have.
   */
  ask(scope: Scope, incidentId: string, now: number): Promise<void>;
  /**
   * Begins the job whose turn it is; undefined where none waits. What people asked for goes first, organizations take
   * turns, and each one's oldest comes first. A job that was begun as often as it may be ends as FAILED here.
   */
  claim(now: number): Promise<DiagnosisJob | undefined>;
  /** How many wait or run, of all organizations. */
  countOpen(): Promise<number>;
  /** Prolongs the lease. False where the job is somebody else's. */
  renew(job: DiagnosisJob, now: number): Promise<boolean>;
  /** Tells the stream. False where the job is somebody else's, and nothing was told. */
  tell(job: DiagnosisJob, stage: DiagnosisStage, message: string, now: number): Promise<boolean>;
  /** Writes the end, on the incident and its timeline. False where the job is somebody else's, and nothing was written. */
  end(job: DiagnosisJob, end: DiagnosisEnd, now: number): Promise<boolean>;
  /** Lets another try, from `from` on. A try that was broken off in order doesn't count. */
  giveBack(job: DiagnosisJob, from: number, counts: boolean): Promise<void>;
  /** Makes jobs of a process that has ended free at once: only where no other process can be at work on them. */
  takeOver(): Promise<void>;
  /** Forgets jobs that ended long ago, a bounded number; answers how many. */
  tidy(now: number): Promise<number>;
}
