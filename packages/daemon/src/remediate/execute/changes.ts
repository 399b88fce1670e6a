import { moveTo } from "../../incident/change-status.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { toIso } from "../../kernel/clock.ts";
import { line } from "../../kernel/line.ts";
import type { Incident } from "../../model/incident.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { TimelineEntry, TimelineEventType } from "../../model/timeline-event.ts";
import type { ActionChange } from "../action-store.ts";
import { inWords } from "../action-words.ts";
import type { ExecutionJob, ExecutionStep } from "../execution-store.ts";
import type { Outgoing } from "../executor.ts";
import type { PolicyDecision, VerificationPolicy } from "../policy/policy.ts";
import { firstVerification } from "../verify/first.ts";

const ERROR_CHARACTERS_MAX = 2000;

/** Why it failed, as it is stored: words of a cluster may be in it. */
const told = (text: string): string => line(text, ERROR_CHARACTERS_MAX);

function entry(
  type: TimelineEventType,
  action: RemediationAction,
  status: RemediationAction["status"],
  title: string,
  detail: string,
): TimelineEntry {
  const { id: actionId, actionType, serviceName, environment, mode } = action;
  const metadata = { eventKind: "remediation", actionId, actionType, serviceName, environment, mode, status };
  return { type, actor: SYSTEM, title, detail, metadata };
}

const byPolicy = ({ policyVersion, rules }: PolicyDecision) => ({ policyVersion, rules });

/** A worker has it and goes on to touch something. */
export function begun(
  action: RemediationAction,
  incident: Incident,
  decision: PolicyDecision,
  now: number,
): ActionChange {
  const { planHash, mode } = action;
  const isSimulated = mode === "simulate";
  const title = `${isSimulated ? "Simulating" : "Executing"} ${inWords(action)}`;
  const how = isSimulated ? "What it would send is written down, and nothing is sent." : "";
  return {
    trigger: "execute",
    fields: { details: { execution: { startedAt: toIso(now), policyVersion: decision.policyVersion } } },
    audit: { event: "executing", actor: SYSTEM, content: { planHash, mode, policy: byPolicy(decision) } },
    timeline: [entry("remediation_executing", action, "EXECUTING", title, how)],
    incident: remediating(action, incident, now),
  };
}

/** Only an incident that somebody could still be looking into is moved. */
function remediating(action: RemediationAction, incident: Incident, now: number): IncidentChange | undefined {
  if (incident.status !== "OPEN" && incident.status !== "INVESTIGATING") return undefined;
  const detail = `${inWords(action)} is ${action.mode === "simulate" ? "simulated" : "executed"}.`;
  return moveTo(incident, "REMEDIATING", { actor: SYSTEM, reason: "remediation_executing", detail }, now);
}

/** It is taken only to be ended: what policy says now keeps it back. */
export function refused(
  action: RemediationAction,
  decision: PolicyDecision,
  violations: readonly string[],
  now: number,
): readonly [execute: ActionChange, fail: ActionChange] {
  const { planHash, mode } = action;
  const execution = { startedAt: toIso(now), policyVersion: decision.policyVersion, violations };
  const execute: ActionChange = {
    trigger: "execute",
    fields: { details: { execution } },
    audit: {
      event: "executing",
      actor: SYSTEM,
      content: { planHash, mode, policy: byPolicy(decision), violations },
    },
    timeline: [],
  };
  return [execute, failed(action, `Nothing was touched: ${violations.join(" ")}`)];
}

/** The requests are about to leave. */
export const sending = (requests: readonly Outgoing[]): ActionChange => ({
  trigger: undefined,
  fields: {},
  audit: { event: "sending", actor: SYSTEM, content: { requests } },
  timeline: [],
});

/** They were taken. */
export const sent = (note: Readonly<Record<string, unknown>>): ActionChange => ({
  trigger: undefined,
  fields: {},
  audit: { event: "sent", actor: SYSTEM, content: { note } },
  timeline: [],
});

/** Another worker goes on where one left it. */
export const resumed = ({ attempts }: Pick<ExecutionJob, "attempts">, step: ExecutionStep): ActionChange => ({
  trigger: undefined,
  fields: {},
  audit: { event: "resumed", actor: SYSTEM, content: { step, attempts } },
  timeline: [],
});

export interface Done {
  readonly summary: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** What a simulation would have sent. */
  readonly simulated: unknown;
}

export function completed(
  action: RemediationAction,
  { summary, details, simulated }: Done,
  verification: VerificationPolicy,
  now: number,
): ActionChange {
  const outcome = { ...details, summary: told(summary) };
  const title = `Completed${action.mode === "simulate" ? " in simulation" : ""}: ${inWords(action)}`;
  return {
    trigger: "complete",
    fields: {
      details: { outcome, ...(simulated === undefined ? {} : { simulated }) },
      ...firstVerification(verification, action.mode, now),
    },
    audit: { event: "completed", actor: SYSTEM, content: { outcome } },
    timeline: [entry("remediation_completed", action, "COMPLETED", title, outcome.summary)],
  };
}

export function failed(
  action: RemediationAction,
  reason: string,
  details: Readonly<Record<string, unknown>> = {},
): ActionChange {
  const error = told(reason);
  const outcome = Object.keys(details).length === 0 ? {} : { outcome: details };
  return {
    trigger: "fail",
    fields: { error, details: outcome },
    audit: { event: "failed", actor: SYSTEM, content: { error, ...outcome } },
    timeline: [entry("remediation_failed", action, "FAILED", `Failed: ${inWords(action)}`, error)],
  };
}
