import type { Job, JobStore } from "../../jobs/job.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { ActionChange, Situation } from "./action-store.ts";

/**
 * How far an execution is. `claimed`: a worker has it and nothing was touched. `sending`: the one call may be under
 * way. `sent`: it was taken, and what comes of it is waited for. The step is stored before the next thing is done.
 */
export type ExecutionStep = "claimed" | "sending" | "sent";

/** An approved action that a worker has claimed. With more than one attempt, an earlier worker was interrupted. */
export interface ExecutionJob extends Job {
  /** Grows with every job. */
  readonly seq: number;
  readonly action: RemediationAction;
  /** As it is stored. */
  step: ExecutionStep;
  /** What was stored with the step: how to recognise what was sent. */
  readonly note: Readonly<Record<string, unknown>>;
}

/**
 * What a worker that takes a queued action makes of it: `begin`, a change by `execute`; `refuse`, the same and then a
 * change by `fail`, in one transaction, where a guardrail stops it before anything was touched; `wait`, it stays queued
 * until then (milliseconds).
 */
export type Taken =
  | { readonly begin: ActionChange }
  | { readonly refuse: readonly [execute: ActionChange, fail: ActionChange] }
  | { readonly wait: number };

/** Actions that are EXECUTING, the one in question aside: of the organization, and on its target. */
export interface Running {
  readonly ofOrganization: number;
  readonly onTarget: number;
}

/** Decides about an action whose turn it is, within the transaction that takes it. */
export type Take = (action: RemediationAction, situation: Situation, running: Running) => Taken;

/** What a worker that asked for a job gets: one, or an action that came to its end when its turn came. */
export type Claimed = { readonly job: ExecutionJob } | { readonly refused: RemediationAction };

/**
 * Approved actions to execute. One action has one job, for good. A worker that records `sending` holds the lease at that
 * moment. Every method is one transaction.
 */
export interface ExecutionStore extends Omit<JobStore<ExecutionJob>, "claim"> {
  /**
   * Claims the next available job; undefined if there is none. A QUEUED action becomes EXECUTING as `take` decides within
   * the transaction, and its job has the step `claimed`. A job that another worker left is claimed at its stored step; if
   * nothing was touched, `take` decides again first, and its `refuse` ends the action. Organizations take turns.
   */
  claim(take: Take, now: number): Promise<Claimed | undefined>;
  /** Records the step and its entry in the audit log before the step begins. False if the job belongs to another worker. */
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
