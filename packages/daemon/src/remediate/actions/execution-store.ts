import { SECOND_MS } from "../../kernel/clock.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { ActionChange, Situation } from "./action-store.ts";

/**
 * How far an execution is. `claimed`: a worker has it and nothing was touched. `sending`: the one call may be under
 * way. `sent`: it was taken, and what comes of it is waited for. The step is stored before the next thing is done.
 */
export type ExecutionStep = "claimed" | "sending" | "sent";

/** A worker that doesn't say so often that it is at it has lost the job. */
export const LEASE_MS = 20 * SECOND_MS;

/** An approved action in the hands of a worker. */
export interface ExecutionJob {
  /** Grows with every job. */
  readonly seq: number;
  readonly action: RemediationAction;
  readonly step: ExecutionStep;
  /** What was noted with the step: how to recognise what was sent. */
  readonly note: Readonly<Record<string, unknown>>;
  /** How often a worker began it, this time included; more than 1: one that had it ended in the middle. */
  readonly attempts: number;
  /** Whose it is: changes whenever a worker takes it. */
  readonly claim: string;
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
 * Actions to be executed. One action has one job, for good. A job belongs to whom `claim` gave it until its lease runs
 * out: what is written for it later comes to nothing, and who writes `sending` first holds the lease when it does. Every
 * method is one transaction.
 */
export interface ExecutionStore {
  /**
   * Takes the job whose turn it is; undefined where none is to be had. One that is QUEUED becomes EXECUTING here, with
   * what `take` decides about it within the transaction, and is handed out at step `claimed`. One that another worker
   * left in the middle is handed out as it is; where nothing was touched, `take` is asked anew before, and a `refuse`
   * ends it. Organizations take turns.
   */
  claim(take: Take, now: number): Promise<Claimed | undefined>;
  /** Prolongs the lease. False where the job is somebody else's. */
  renew(job: ExecutionJob, now: number): Promise<boolean>;
  /** Records the step and its entry in the audit log, before what comes next is done. False where the job is somebody else's. */
  advance(
    job: ExecutionJob,
    step: ExecutionStep,
    note: Readonly<Record<string, unknown>>,
    change: ActionChange | undefined,
    now: number,
  ): Promise<boolean>;
  /** Ends the action and its job. False where the job is somebody else's. */
  end(job: ExecutionJob, change: ActionChange, now: number): Promise<boolean>;
  /** Lets a worker go on at the step where it is, from `from` on. A try that was broken off in order doesn't count. */
  giveBack(job: ExecutionJob, from: number, counts: boolean): Promise<void>;
  /** Writes how far it is on the incident's timeline. False where the job is somebody else's. */
  tell(job: ExecutionJob, title: string, detail: string, now: number): Promise<boolean>;
  /** Makes jobs of a process that has ended free at once: only where no other process can be at work on them. */
  takeOver(): Promise<void>;
  /** Jobs that wait or run, of all organizations. */
  countOpen(): Promise<number>;
}
