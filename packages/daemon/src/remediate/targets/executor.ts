import type { ActionPlan, RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";

export interface ActionRequest {
  readonly actionType: string;
  readonly serviceName: string | null;
  readonly environment: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The target and parameters of a plan, equal while nothing relevant changes. */
export interface ResolvedTarget {
  readonly target: ActionPlan["target"];
  readonly parameters: ActionPlan["parameters"];
  /** Null if it can't be undone. */
  readonly rollback: string | null;
  /** The action that undoes it, if there is one. */
  readonly undo?: Pick<ActionRequest, "actionType" | "parameters">;
  /** Null if unknown. */
  readonly currentReplicas: number | null;
}

/** As it would be sent, with `…` for secrets. */
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

/** The action can't be executed, and nothing was changed. The message is for people. */
export class ExecutionRefused extends Error {
  override readonly name = "ExecutionRefused";
}

/** The request may have taken effect. The message is for people. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/**
 * Called on the open connection right before sending. Throws if the lease may be lost; then nothing is sent, and the
 * error is rethrown.
 */
export type BeforeSend = () => void;

/**
 * Executes actions of one kind: resolve the target (at request, approval and execution), check, send, await the
 * outcome.
 */
export interface Executor {
  /**
   * Finds the target, read-only. Throws `invalid_action_parameters`, and `ExecutionRefused` without an allowed
   * target.
   */
  resolveTarget(
    scope: Pick<Scope, "organizationId">,
    wanted: ActionRequest,
    signal: AbortSignal,
  ): Promise<ResolvedTarget>;
  /** The requests of `send`, computed from the plan alone. */
  render(action: RemediationAction, now: number): readonly OutgoingRequest[];
  /** Dry run on the receiver. Throws `ExecutionRefused`. */
  check(action: RemediationAction, signal: AbortSignal): Promise<void>;
  /**
   * Sends once; returns what identifies the effect. Throws `ExecutionRefused`, `OutcomeUnknown` without a response,
   * and what `beforeSend` throws.
   */
  send(
    action: RemediationAction,
    now: number,
    beforeSend: BeforeSend,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Looks for the effect after an interrupted `send`. Undefined: unknown, and never sent again. Throws
   * `OutcomeUnknown` for an ambiguous change.
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

export type ExecutorOf = (actionType: string) => Executor | undefined;
