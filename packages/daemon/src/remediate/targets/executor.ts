import type { ActionPlan, RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";

/** What is asked for, before there is a plan. */
export interface Wanted {
  readonly actionType: string;
  readonly serviceName: string | null;
  readonly environment: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a plan is made of; the same answer as long as nothing that matters to the action has changed. */
export interface Aim {
  /** JSON values only: it is hashed. */
  readonly target: ActionPlan["target"];
  readonly parameters: ActionPlan["parameters"];
  /** How to undo it, in words; null where it can't be undone. */
  readonly rollback: string | null;
  /** The action that undoes it, where one does. */
  readonly undo?: Pick<Wanted, "actionType" | "parameters">;
  /** Of the workload that is scaled; null where it isn't known. */
  readonly currentReplicas: number | null;
}

/** One request, as it would leave. Secrets stand in it as `…`. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Outcome =
  | { readonly ok: true; readonly summary: string; readonly details: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string; readonly details: Readonly<Record<string, unknown>> };

/** Tells people how far it is; one line. */
export type TellProgress = (message: string) => Promise<void>;

/** It can't or may not be done, in words for people. Nothing was changed. */
export class ExecutionRefused extends Error {
  override readonly name = "ExecutionRefused";
}

/** Whether what was begun came through is not known, in words for people. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/**
 * The permission to change something, given to `send` alone once the step `sending` is stored. To be called on a
 * connection that stands, right before the request leaves on it. Where it throws, the job may be another worker's by
 * then, and nothing may be sent: what it throws is thrown on as it is.
 */
export type Leave = () => void;

/** Does actions of one kind. The order is aim (at request, approval and before execution), check, send, settle. */
export interface Executor {
  /**
   * Looks at what the action would act on, and reads only. Throws `ApplicationError` `invalid_action_parameters` for parameters that
   * don't fit, `ExecutionRefused` where there is nothing to act on or it may not be.
   */
  aim(scope: Pick<Scope, "organizationId">, wanted: Wanted, signal: AbortSignal): Promise<Aim>;
  /** The requests that `send` would make, from the plan alone. Asks nobody. */
  render(action: RemediationAction, now: number): readonly Outgoing[];
  /** Asks whether it would be taken, and changes nothing. Throws `ExecutionRefused`. */
  check(action: RemediationAction, signal: AbortSignal): Promise<void>;
  /**
   * Does it, once; answers what tells it from others' doings. Throws `ExecutionRefused` where the other side refused
   * it, `OutcomeUnknown` where no answer came, and what `leave` throws.
   */
  send(
    action: RemediationAction,
    now: number,
    leave: Leave,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * After a worker that ended in the middle of `send`: whether it came through, by looking. Undefined where nothing
   * shows it; then it counts as unknown, and is never sent again. Throws `OutcomeUnknown` where something changed, and
   * whether this action did it can't be told; its message says what.
   */
  trace(action: RemediationAction, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Waits until what was sent has come to its end. `sent` is what `send` or `trace` answered. */
  settle(
    action: RemediationAction,
    sent: Readonly<Record<string, unknown>>,
    tell: TellProgress,
    signal: AbortSignal,
  ): Promise<Outcome>;
}

/** Which executor does an action type; undefined for one that nobody does. */
export type ExecutorOf = (actionType: string) => Executor | undefined;
