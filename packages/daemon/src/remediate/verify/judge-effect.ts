import { stayedQuiet } from "../../incident/resolve-quiet.ts";
import { DAY_MS, toIso } from "../../kernel/clock.ts";
import { formatBefore, formatDuration } from "../../kernel/format-figures.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Incident } from "../../model/incident.ts";
import type { RemediationAction, RemediationMode, Verification } from "../../model/remediation.ts";
import { quietMs, type TelemetryCoverage } from "../../model/telemetry-coverage.ts";
import type { VerificationPolicy } from "../policy/policy.ts";

/** Why nobody can say whether a simulated action helped. */
export const SIMULATED = "Nothing was changed: the action was simulated.";

/** Verification starts after the settling and quiet times. Simulations are judged at once, which saves a change. */
export const firstVerification = (
  { settleMs, quietMs }: VerificationPolicy,
  mode: RemediationMode,
  now: number,
): { readonly verification: Verification; readonly verifyAt: number | null } =>
  mode === "simulate"
    ? { verification: { status: "inconclusive", checkedAt: now, reason: SIMULATED }, verifyAt: null }
    : { verification: { status: "pending", checkedAt: null, reason: null }, verifyAt: now + settleMs + quietMs };

/** Another live action on the service that completed later. */
export interface OtherAction {
  readonly actionType: string;
  readonly queuedAt: number;
  readonly finishedAt: number;
}

/** Signals of the service since the effect settled. Milliseconds since 1970 UTC. */
export interface Signals {
  /** Telemetry records of the service. */
  readonly received: number;
  /** Signals are held by a maintenance window. */
  readonly inMaintenance: boolean;
  readonly others: readonly OtherAction[];
  /** When telemetry was received: silence outside of it proves nothing. */
  readonly listening: TelemetryCoverage;
}

export interface Judgement {
  readonly status: "verified" | "ineffective" | "inconclusive";
  readonly reason: string;
}

/** The signal is rare, so its absence needs more time. */
export interface Postponed {
  readonly status: "pending";
  readonly reason: string;
  readonly until: number;
}

/** After this time of missing telemetry the result is inconclusive. */
const GIVEN_UP_MS = DAY_MS;
/** Usual gaps that must pass without the signal. */
const GAPS_MIN = 3;

/** From then on signals count. */
export const settledAt = (
  { finishedAt, updatedAt }: RemediationAction,
  { settleMs }: Pick<VerificationPolicy, "settleMs">,
): number => (finishedAt ?? updatedAt) + settleMs;

/**
 * Judges an action by the signal of its incident; undefined if it is too early. Absence counts only with complete
 * telemetry, and if the signal was present shortly before.
 */
export function judge(
  action: RemediationAction,
  incident: Incident,
  signals: Signals,
  policy: VerificationPolicy,
  now: number,
): Judgement | Postponed | undefined {
  const judgement = judgeSince(action, incident, signals, policy, now);
  if (judgement?.status !== "verified") return judgement;
  const beganAt = startOf(action);
  if (incident.lastSeenAt >= beganAt - presenceMs(incident, policy)) return judgement;
  const last = `Its signal (${incident.signalType}) was last seen at ${toIso(incident.lastSeenAt)}`;
  return {
    status: "inconclusive",
    reason: `${last}, ${formatBefore(beganAt - incident.lastSeenAt, "the action began")}: whether the action did anything isn't known.`,
  };
}

function presenceMs(incident: Incident, policy: VerificationPolicy): number {
  return incident.duplicateCount > 0 ? quietNeeded(incident, policy) : policy.quietMs;
}

function startOf({ details, queuedAt, createdAt }: RemediationAction): number {
  const { startedAt } = (details["execution"] ?? {}) as { readonly startedAt?: unknown };
  const began = typeof startedAt === "string" ? Date.parse(startedAt) : Number.NaN;
  return Number.isNaN(began) ? (queuedAt ?? createdAt) : began;
}

function judgeSince(
  action: RemediationAction,
  incident: Incident,
  signals: Signals,
  policy: VerificationPolicy,
  now: number,
): Judgement | Postponed | undefined {
  const since = settledAt(action, policy);
  const unknowable = notToBeKnown(action, incident, signals);
  if (unknowable !== undefined) return { status: "inconclusive", reason: unknowable };
  if (incident.lastSeenAt > since) return seenAgain(action, incident, signals, policy);
  const other = signals.others.at(0);
  if (other) return { status: "inconclusive", reason: alsoDone(other, "Its signal stays away, but") };
  if (stayedQuiet(incident) && (incident.resolvedAt ?? 0) >= since) {
    return { status: "verified", reason: `Its signal stayed away until the incident resolved by that.` };
  }
  const neededMs = quietNeeded(incident, policy);
  if (quietMs(signals.listening, since) >= neededMs) return stayedAway(incident, signals, since, now);
  if (neededMs > policy.quietMs && now >= since + policy.quietMs && now < since + neededMs) {
    const reason = "Its signal came seldom: that it stays away for a few minutes says little.";
    return { status: "pending", reason, until: since + neededMs };
  }
  if (now - since <= neededMs + GIVEN_UP_MS) return undefined;
  return { status: "inconclusive", reason: "Telemetry wasn't received for long enough at a time to know." };
}

/** A rare signal must stay absent until its automatic resolution. */
function quietNeeded(
  { duplicateCount, createdAt, lastSeenAt, resolveAfterMs }: Incident,
  { quietMs }: VerificationPolicy,
): number {
  const oftenEnough = duplicateCount > 0 && ((lastSeenAt - createdAt) / duplicateCount) * GAPS_MIN <= quietMs;
  return oftenEnough ? quietMs : Math.max(quietMs, resolveAfterMs ?? 0);
}

/** Why nothing can prove the effect. */
function notToBeKnown(action: RemediationAction, incident: Incident, { inMaintenance }: Signals): string | undefined {
  if (action.mode === "simulate") return SIMULATED;
  if (incident.signalType === "manual" || incident.primaryService === null) {
    return "No signal opened the incident, so that none shows whether the action helped.";
  }
  if (inMaintenance) return `${toSingleLine(incident.primaryService)} is under maintenance: its signals are held back.`;
  return undefined;
}

const alsoDone = ({ actionType, finishedAt }: OtherAction, how: string): string =>
  `${how} ${toSingleLine(actionType)} completed on the same service at ${toIso(finishedAt)}: which of both did it isn't known.`;

/** Another action may be the cause if the signal came while that was running. */
function seenAgain(
  action: RemediationAction,
  { lastSeenAt, signalType }: Incident,
  { others }: Signals,
  { settleMs }: VerificationPolicy,
): Judgement {
  const doing = others.find(
    ({ queuedAt, finishedAt }) => lastSeenAt >= queuedAt && lastSeenAt <= finishedAt + settleMs,
  );
  if (doing) return { status: "inconclusive", reason: alsoDone(doing, "Its signal was seen again, but") };
  const later = formatDuration(lastSeenAt - (action.finishedAt ?? action.updatedAt));
  const reason = `Its signal (${signalType}) was seen again at ${toIso(lastSeenAt)}, ${later} after the action had completed.`;
  return { status: "ineffective", reason };
}

function stayedAway(
  { signalType, primaryService }: Incident,
  { received }: Signals,
  since: number,
  now: number,
): Judgement {
  const service = toSingleLine(primaryService ?? "");
  const span = `from ${toIso(since)} to ${toIso(now)}`;
  if (signalType === "deployment") {
    const reason = "A deployment opened the incident: that no other one did since says nothing of the action.";
    return { status: "inconclusive", reason };
  }
  if (received > 0) {
    const sent = `${service} sent ${received} record${received === 1 ? "" : "s"} of telemetry`;
    return { status: "verified", reason: `Its signal stayed away ${span}, while ${sent}.` };
  }
  return signalType === "silence"
    ? { status: "ineffective", reason: `${service} still sent nothing ${span}.` }
    : {
        status: "inconclusive",
        reason: `${service} sent nothing at all ${span}: that its signal stays away says nothing.`,
      };
}

/** Circuit breaker of a target. */
export interface Breaker {
  /** Consecutive; inconclusive ones don't count. */
  readonly ineffective: number;
  /** Since when automatic actions are suspended. Milliseconds since 1970 UTC. */
  readonly suspendedAt: number | null;
  readonly reason: string | null;
}

export const CLOSED_BREAKER: Breaker = { ineffective: 0, suspendedAt: null, reason: null };

/** `turned`: automatic actions were suspended or resumed. */
export function breakerAfter(
  before: Breaker,
  { status }: Judgement,
  { serviceName, environment }: { readonly serviceName: string; readonly environment: string },
  ineffectiveInARow: number,
  now: number,
): { readonly breaker: Breaker; readonly turned: "suspended" | "resumed" | undefined } {
  if (status === "inconclusive") return { breaker: before, turned: undefined };
  if (status === "verified") {
    return { breaker: CLOSED_BREAKER, turned: before.suspendedAt === null ? undefined : "resumed" };
  }
  const ineffective = before.ineffective + 1;
  if (before.suspendedAt !== null || ineffective < ineffectiveInARow) {
    return { breaker: { ...before, ineffective }, turned: undefined };
  }
  const last = ineffective === 1 ? "The last action" : `The last ${ineffective} actions`;
  const reason = `${last} on ${toSingleLine(serviceName)} in ${toSingleLine(environment)} didn't help: until one does, a person approves each.`;
  return { breaker: { ineffective, suspendedAt: now, reason }, turned: "suspended" };
}
