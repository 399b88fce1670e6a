import { moveTo } from "../../incident/change-status.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Incident } from "../../model/incident.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { TimelineEntry, TimelineEventType } from "../../model/timeline-event.ts";
import type { ActionChange } from "../actions/action-store.ts";
import { auditOnly } from "../actions/apply-action.ts";
import { describeAction, executionTitle } from "../actions/describe-action.ts";
import type { ExecutionJob, ExecutionStep } from "../actions/execution-store.ts";
import type { PolicyDecision, VerificationPolicy } from "../policy/policy.ts";
import { metadataOf } from "../requests/policy-question.ts";
import type { OutgoingRequest } from "../targets/executor.ts";
import { firstVerification } from "../verify/judge-effect.ts";

/** Whether the failed action changed something. */
export type Touched = "nothing" | "something" | "unknown";

export interface Failure {
  readonly failure: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly touched: Touched;
}

const ERROR_CHARACTERS_MAX = 2000;
const ADVICE_CHARACTERS_MAX = 1000;

/** Cluster messages may be long. */
const shorten = (text: string): string => toSingleLine(text, ERROR_CHARACTERS_MAX);

function entry(
  type: TimelineEventType,
  action: RemediationAction,
  status: Parameters<typeof executionTitle>[1],
  detail: string,
): TimelineEntry {
  const metadata = { eventKind: "remediation", ...metadataOf({ ...action, status }) };
  return { type, actor: SYSTEM, title: executionTitle(action, status), detail, metadata };
}

const byPolicy = ({ policyVersion, rules }: PolicyDecision) => ({ policyVersion, rules });

export function begun(
  action: RemediationAction,
  incident: Incident,
  decision: PolicyDecision,
  now: number,
): ActionChange {
  const { planHash, mode } = action;
  const isSimulated = mode === "simulate";
  const how = isSimulated ? "What it would send is written down, and nothing is sent." : "";
  return {
    trigger: "execute",
    fields: { details: { execution: { startedAt: toIso(now), policyVersion: decision.policyVersion } } },
    audit: { event: "executing", actor: SYSTEM, content: { planHash, mode, policy: byPolicy(decision) } },
    timeline: [entry("remediation_executing", action, "EXECUTING", how)],
    // A simulation doesn't change the incident.
    ...(isSimulated ? {} : { incident: remediating(action, incident, now) }),
  };
}

/** Only an incident under investigation is moved. */
function remediating(action: RemediationAction, incident: Incident, now: number): IncidentChange | undefined {
  if (incident.status !== "OPEN" && incident.status !== "INVESTIGATING") return undefined;
  const detail = `${describeAction(action)} is executed.`;
  return moveTo(incident, "REMEDIATING", { actor: SYSTEM, reason: "remediation_executing", detail }, now);
}

/** Refused by policy at its claim. */
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
    audit: { event: "executing", actor: SYSTEM, content: { planHash, mode, policy: byPolicy(decision), violations } },
    timeline: [],
  };
  const failure = `Nothing was touched: ${violations.join(" ")}`;
  return [execute, failed(action, { failure, details: {}, touched: "nothing" }, now)];
}

export const sending = ({ mode }: RemediationAction, requests: readonly OutgoingRequest[], now: number): ActionChange =>
  auditOnly({ event: "sending", actor: SYSTEM, content: { mode, requests } }, { sentAt: now });

export const sent = ({ mode }: RemediationAction, note: Readonly<Record<string, unknown>>): ActionChange =>
  auditOnly({ event: "sent", actor: SYSTEM, content: { mode, note } });

/** Another worker continues. */
export const resumed = ({ attempts }: Pick<ExecutionJob, "attempts">, step: ExecutionStep): ActionChange =>
  auditOnly({ event: "resumed", actor: SYSTEM, content: { step, attempts } });

export interface Done {
  readonly summary: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The requests of a simulation. */
  readonly simulated: unknown;
}

export function completed(
  action: RemediationAction,
  { summary, details, simulated }: Done,
  verification: VerificationPolicy,
  now: number,
): ActionChange {
  const outcome = { ...details, summary: shorten(summary) };
  return {
    trigger: "complete",
    fields: {
      details: { outcome, ...(simulated === undefined ? {} : { simulated }) },
      ...firstVerification(verification, action.mode, now),
    },
    audit: { event: "completed", actor: SYSTEM, content: { mode: action.mode, outcome } },
    timeline: [entry("remediation_completed", action, "COMPLETED", outcome.summary)],
  };
}

export function failed(action: RemediationAction, { failure, details, touched }: Failure, now: number): ActionChange {
  const advice = undoAdvice(action, touched);
  // Long failures are cut before the undo advice.
  const error = `${toSingleLine(failure, ERROR_CHARACTERS_MAX - advice.length)}${advice}`;
  const outcome = Object.keys(details).length === 0 ? {} : { outcome: details };
  return {
    trigger: "fail",
    fields: { error, details: outcome, ...(touched === "nothing" ? { sentAt: null } : {}) },
    audit: { event: "failed", actor: SYSTEM, content: { mode: action.mode, error, ...outcome } },
    timeline: [entry("remediation_failed", action, "FAILED", error)],
    incidentWhenIdle: action.mode === "live" ? (incident) => investigating(action, incident, now) : undefined,
  };
}

function undoAdvice({ plan }: RemediationAction, touched: Touched): string {
  if (touched === "nothing" || plan.rollback === null) return "";
  const how = toSingleLine(plan.rollback, ADVICE_CHARACTERS_MAX);
  return touched === "something" ? ` How to undo it: ${how}` : ` How to undo it, should it have come through: ${how}`;
}

/** Back to investigation, since nobody acts any more. */
function investigating(action: RemediationAction, incident: Incident, now: number): IncidentChange | undefined {
  if (incident.status !== "REMEDIATING") return undefined;
  const why = { actor: SYSTEM, reason: "remediation_failed", detail: `${describeAction(action)} failed.` };
  return moveTo(incident, "INVESTIGATING", why, now);
}
