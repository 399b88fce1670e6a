import { requireIncident } from "../../incident/apply-change.ts";
import type { IncidentStore } from "../../incident/store.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { servicesOf } from "../../model/incident.ts";
import { environmentKey } from "../../model/remediation.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";
import type { TelemetryCoverage, TelemetryCoverageOf } from "../../model/telemetry-coverage.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { type EscalateDeps, escalate } from "../../signal/escalate.ts";
import type { StoredAction } from "../actions/action-store.ts";
import { applyAction, auditOnly, requireAction, toAction } from "../actions/apply-action.ts";
import { describeAction } from "../actions/describe-action.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { CurrentPolicy, VerificationPolicy } from "../policy/policy.ts";
import { metadataOf } from "../requests/policy-question.ts";
import type { Checked, CheckFacts, CheckStore, DueEscalation, VerificationUnitOfWork } from "./check-store.ts";
import { breakerAfter, CLOSED_BREAKER, type Judgement, judge, type Postponed, settledAt } from "./judge-effect.ts";

export interface CheckDeps {
  readonly checks: CheckStore;
  readonly units: UnitsOfWork<VerificationUnitOfWork>;
  readonly policy: CurrentPolicy;
  readonly escalating: Omit<EscalateDeps, "incidents"> & { readonly incidents: Pick<IncidentStore, "get" | "change"> };
  readonly listeningPeriodOf: TelemetryCoverageOf;
  readonly clock: Clock;
}

const AT_ONCE_MAX = 100;

const daemonOf = (organizationId: string): Scope => ({ organizationId, actor: SYSTEM, permissions: [] });

/** Judges due actions. Errors of single actions are thrown at the end. */
export async function checkCompleted(deps: CheckDeps): Promise<void> {
  const { checks, units, clock } = deps;
  const now = clock.now();
  await each(await checks.due(now, AT_ONCE_MAX), ({ id, organizationId }) =>
    units.run(organizationId, (unit) => checkAction(deps, unit, id, now)),
  );
}

/** Nothing is written without a decision, or if no verification is pending. */
async function checkAction(
  { policy, listeningPeriodOf }: CheckDeps,
  unit: VerificationUnitOfWork,
  id: string,
  now: number,
): Promise<void> {
  const stored = await requireAction(unit, id);
  if (stored.verifyAt === null) return;
  const { verification } = policy.current();
  const facts = await factsOf(unit, stored, settledAt(stored, verification), now);
  const listening = listeningPeriodOf(unit.organizationId, servicesOf(facts.incident));
  const checked = decideCheck(facts, listening, verification, now);
  if (!checked) return;
  await applyAction(unit, stored, checked.change, now);
  for (const note of checked.notes) await appendAudit(unit, { note, actionId: null, rowDigest: null }, now);
  if (checked.breaker) await unit.verification.writeBreaker(stored, checked.breaker, checked.escalate, now);
}

/** Signals count after `since`. */
async function factsOf(
  { verification, maintenance, ...unit }: VerificationUnitOfWork,
  stored: StoredAction,
  since: number,
  now: number,
): Promise<CheckFacts> {
  const incident = await requireIncident(unit, stored.incidentId);
  const services = incident.primaryService === null ? [] : [incident.primaryService];
  const received = await verification.received(services, Math.min(since, now), now);
  const covering = await maintenance.windowsCovering(services, now);
  const others = await verification.othersSince(stored, now);
  return {
    action: toAction(stored),
    incident,
    signals: { received, inMaintenance: covering.size > 0, others },
    breaker: stored.serviceName === null ? undefined : ((await verification.breaker(stored)) ?? CLOSED_BREAKER),
  };
}

/** Pure. Undefined if it is too early. */
export function decideCheck(
  facts: CheckFacts,
  listening: TelemetryCoverage,
  policy: VerificationPolicy,
  now: number,
): Checked | undefined {
  const { action, incident } = facts;
  const judgement = judge(action, incident, { ...facts.signals, listening }, policy, now);
  if (!judgement) return undefined;
  if (judgement.status === "pending") return postponed(judgement);
  const { status, reason } = judgement;
  const { breaker, notes, entries, escalates } = breakerOf(facts, judgement, policy, now);
  return {
    change: {
      trigger: undefined,
      fields: { verification: { status, checkedAt: now, reason }, verifyAt: null },
      audit: { event: "checked", actor: SYSTEM, content: { status, reason } },
      // Channels show this entry, so it includes the consequences.
      timeline: [checkedEntry(facts, judgement, entries), ...entries],
    },
    breaker,
    notes,
    escalate: escalates,
  };
}

/** Not on the timeline: nothing is known yet. */
const postponed = ({ status, reason, until }: Postponed): Checked => ({
  change: auditOnly(
    { event: "checked", actor: SYSTEM, content: { status, reason, until: toIso(until) } },
    { verifyAt: until },
  ),
  breaker: undefined,
  notes: [],
  escalate: false,
});

const TITLES = { verified: "It helped", ineffective: "It didn't help", inconclusive: "Whether it helped isn't known" };

const checkedEntry = (
  { action }: CheckFacts,
  { status, reason }: Judgement,
  entries: readonly TimelineEntry[],
): TimelineEntry => ({
  type: "remediation_checked",
  actor: SYSTEM,
  title: `${TITLES[status]}: ${describeAction(action)}`,
  detail: [reason, ...entries.map(({ title }) => `${title}.`)].join(" "),
  metadata: { ...metadataOf(action), verification: status, reason },
});

interface BreakerOutcome {
  readonly breaker: Checked["breaker"];
  readonly notes: Checked["notes"];
  readonly entries: readonly TimelineEntry[];
  readonly escalates: boolean;
}

function breakerOf(
  { action, breaker: before }: CheckFacts,
  judgement: Judgement,
  { ineffectiveInARow }: VerificationPolicy,
  now: number,
): BreakerOutcome {
  const { serviceName } = action;
  const unchanged: BreakerOutcome = { breaker: undefined, notes: [], entries: [], escalates: false };
  if (!before || serviceName === null) return unchanged;
  const where = { serviceName, environment: environmentKey(action.environment) };
  const { breaker, turned } = breakerAfter(before, judgement, where, ineffectiveInARow, now);
  if (!turned) return breaker === before ? unchanged : { ...unchanged, breaker };
  const event = turned === "suspended" ? ("automation_suspended" as const) : ("automation_resumed" as const);
  const reason = breaker.reason ?? "An action helped.";
  return {
    breaker,
    notes: [{ event, actor: SYSTEM, content: { ...where, actionId: action.id, reason } }],
    entries: [
      {
        type: "note",
        actor: SYSTEM,
        title: `Automatic actions on ${toSingleLine(serviceName)} ${turned === "suspended" ? "wait for a person now" : "run by themselves again"}`,
        detail: reason,
        metadata: { eventKind: event, ...where, actionId: action.id },
      },
    ],
    escalates: turned === "suspended",
  };
}

/** Escalates incidents whose actions don't help. Repeated if a worker ends in between. */
export async function escalateSuspended({ checks, escalating, clock }: CheckDeps): Promise<void> {
  await each(await checks.escalations(AT_ONCE_MAX), async (due) => {
    const scope = daemonOf(due.organizationId);
    const now = clock.now();
    const { escalated } = await escalate(escalating, scope, due.incidentId, undefined, now);
    if (!escalated) {
      const entries = { fields: {}, timeline: [nobody(due)], announce: false };
      await escalating.incidents.change(scope, due.incidentId, () => entries);
    }
    await checks.escalated(due);
  });
}

const nobody = ({ serviceName, environment, reason }: DueEscalation): TimelineEntry => ({
  type: "note",
  actor: SYSTEM,
  title: "There is nobody to escalate to",
  detail: `${reason} Nobody could be given the incident: it is over, or nobody on call doesn't have it yet.`,
  metadata: { eventKind: "escalation_impossible", serviceName, environment },
});

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  let failure: unknown;
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw coerceError(failure);
}
