import type { ActionPlan, RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";

/** A requested action before it has a plan. */
export interface ActionRequest {
  readonly actionType: string;
  readonly serviceName: string | null;
  readonly environment: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The target and parameters of a plan. It stays equal while nothing that matters to the action changes. */
export interface ResolvedTarget {
  /** JSON values only, since it is hashed. */
  readonly target: ActionPlan["target"];
  readonly parameters: ActionPlan["parameters"];
  /** How to undo the action, as text; null if it can't be undone. */
  readonly rollback: string | null;
  /** The action that undoes it, if there is one. */
  readonly undo?: Pick<ActionRequest, "actionType" | "parameters">;
  /** The replicas of the workload that is scaled; null if unknown. */
  readonly currentReplicas: number | null;
}

/** One request as it would be sent, with `…` for secrets. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Outcome =
  | { readonly ok: true; readonly summary: string; readonly details: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string; readonly details: Readonly<Record<string, unknown>> };

/** Reports progress to people, in one line. */
export type ReportProgress = (message: string) => Promise<void>;

/** The action can't or may not be executed; the message is for people. Nothing was changed. */
export class ExecutionRefused extends Error {
  override readonly name = "ExecutionRefused";
}

/** It is unknown whether the sent request took effect; the message is for people. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/**
 * Called right before the request is sent, on an open connection, once the step `sending` is stored. It throws if the lease
 * may be lost: then nothing may be sent, and the error is thrown on unchanged.
 */
export type BeforeSend = () => void;

/** Executes actions of one kind: resolve the target (at request, approval and execution), check, send, await the outcome. */
export interface Executor {
  /**
   * Finds the target, and reads only. Throws `ApplicationError` `invalid_action_parameters` for unfitting parameters, and
   * `ExecutionRefused` if there is no target or it is not allowed.
   */
  resolveTarget(
    scope: Pick<Scope, "organizationId">,
    wanted: ActionRequest,
    signal: AbortSignal,
  ): Promise<ResolvedTarget>;
  /** The requests that `send` would make, computed from the plan alone. */
  render(action: RemediationAction, now: number): readonly OutgoingRequest[];
  /** Asks the other side whether it would accept the change. Throws `ExecutionRefused`. */
  check(action: RemediationAction, signal: AbortSignal): Promise<void>;
  /**
   * Sends the request once. Returns what identifies its effect. Throws `ExecutionRefused` if the other side refused it,
   * `OutcomeUnknown` if no answer came, and whatever `beforeSend` throws.
   */
  send(
    action: RemediationAction,
    now: number,
    beforeSend: BeforeSend,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Looks for the effect after a worker ended during `send`. Undefined if nothing shows it: the outcome is then unknown, and
   * the request is never sent again. Throws `OutcomeUnknown` if something changed that this action may have done.
   */
  findEffect(action: RemediationAction, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Waits for the outcome. `sent` is the result of `send` or `findEffect`. */
  awaitOutcome(
    action: RemediationAction,
    sent: Readonly<Record<string, unknown>>,
    report: ReportProgress,
    signal: AbortSignal,
  ): Promise<Outcome>;
}

/** The executor of an action type; undefined if there is none. */
export type ExecutorOf = (actionType: string) => Executor | undefined;
