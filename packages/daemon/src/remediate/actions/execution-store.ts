import type { Job, JobStore } from "../../jobs/job.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { ActionChange, RemediationUnitOfWork, Situation, StoredAction } from "./action-store.ts";

/**
 * `claimed`: nothing was touched. `sending`: the request may have been sent. `sent`: it was accepted. Stored before
 * the step begins.
 */
export type ExecutionStep = "claimed" | "sending" | "sent";

/** An approved action that a worker has claimed. With more than one attempt, an earlier worker was interrupted. */
export interface ExecutionJob extends Job {
  /** Increases with every job. */
  readonly seq: number;
  readonly action: RemediationAction;
  /** The stored step. */
  step: ExecutionStep;
  /** Identifies what was sent. */
  readonly note: Readonly<Record<string, unknown>>;
}

/** The decision at the claim: begin, refuse before anything is touched, or stay queued until then (milliseconds). */
export type Taken =
  | { readonly begin: ActionChange }
  | { readonly refuse: readonly [execute: ActionChange, fail: ActionChange] }
  | { readonly wait: number };

/** Other EXECUTING actions. */
export interface Running {
  readonly ofOrganization: number;
  readonly onTarget: number;
}

/** Decides about a claimed action, within the transaction. */
export type Take = (action: RemediationAction, situation: Situation, running: Running) => Taken;

/** A job, or an action that was refused at its claim. */
export type Claimed = { readonly job: ExecutionJob } | { readonly refused: RemediationAction };

/**
 * Executions of approved actions, one per action. A worker that records `sending` holds the lease. Every method is
 * one transaction.
 */
export interface ExecutionStore extends Omit<JobStore<ExecutionJob>, "claim"> {
  /**
   * Claims the next available job; undefined for none. `take` decides unless something was touched already.
   * Organizations take turns.
   */
  claim(take: Take, now: number): Promise<Claimed | undefined>;
  /** Records a step and its audit entry before it begins. False if the job belongs to another worker. */
  advance(
    job: ExecutionJob,
    step: ExecutionStep,
    note: Readonly<Record<string, unknown>>,
    change: ActionChange | undefined,
    now: number,
  ): Promise<boolean>;
  /** Ends the action and its job. False if the job belongs to another worker. */
  end(job: ExecutionJob, change: ActionChange, now: number): Promise<boolean>;
  /** Writes progress on the incident's timeline. False if the job belongs to another worker. */
  tell(job: ExecutionJob, title: string, detail: string, now: number): Promise<boolean>;
}

/** A claimed job as it is stored. */
export interface ClaimedJob extends Omit<ExecutionJob, "action"> {
  readonly actionId: string;
}

/** Rows of jobs within a unit of work. */
export interface ExecutionJobRepository {
  advance(seq: number, step: ExecutionStep, note: Readonly<Record<string, unknown>>, now: number): Promise<void>;
  end(seq: number, now: number): Promise<void>;
  /** Returns an attempt, and makes the job available again at `until`. */
  postpone(job: ClaimedJob, until: number): Promise<void>;
  /** Counted up to FACTS_COUNTED_MAX. */
  running(action: StoredAction): Promise<Running>;
}

export interface ExecutionUnitOfWork extends RemediationUnitOfWork {
  readonly executionJobs: ExecutionJobRepository;
}

/** Stored jobs. Each piece of work is one transaction, within the organization's write lock. */
export interface ExecutionJobs extends Omit<JobStore<ExecutionJob>, "claim"> {
  /** Claims the next available job, until `begin` returns one; undefined for none. */
  claim(
    begin: (unit: ExecutionUnitOfWork, job: ClaimedJob) => Promise<Claimed | undefined>,
    now: number,
  ): Promise<Claimed | undefined>;
  /** False if the job belongs to another worker; then nothing is done. */
  owned(job: ExecutionJob, work: (unit: ExecutionUnitOfWork) => Promise<unknown>): Promise<boolean>;
}
