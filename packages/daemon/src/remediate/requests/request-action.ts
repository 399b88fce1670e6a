import type { IncidentStore } from "../../incident/store.ts";
import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { randomId } from "../../kernel/ids.ts";
import type { Incident } from "../../model/incident.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionStore, NewAction, Situation } from "../actions/action-store.ts";
import { describeAction } from "../actions/describe-action.ts";
import { type PlanDeps, type Planned, planAction } from "../actions/remediation-plan.ts";
import { decide } from "../policy/decide.ts";
import type { CurrentPolicy, Policy, PolicyDecision } from "../policy/policy.ts";
import { environmentsOf } from "../policy/policy-environments.ts";
import { type GivenRequest, type ParsedRequest, parseRequest } from "./parse-request.ts";
import { briefOf, metadataOf, questionOf, recordOf } from "./policy-question.ts";

export interface RemediationDeps extends PlanDeps {
  readonly actions: ActionStore;
  readonly incidents: Pick<IncidentStore, "get">;
  readonly policy: CurrentPolicy;
  readonly clock: Clock;
}

/** Scope and token subject of the requester. */
export interface Requester {
  readonly scope: Scope;
  readonly subject: string;
}

export interface Preview {
  readonly decision: PolicyDecision;
  /** Undefined if blocked. */
  readonly status: "PENDING_APPROVAL" | "QUEUED" | undefined;
  readonly violations: readonly string[];
  readonly planned: Planned;
}

/**
 * Records a request; policy decides within the transaction. Throws `not_found`, `invalid`, `unprocessable` with
 * violations, `unavailable`.
 */
export async function requestRemediation(
  deps: RemediationDeps,
  requester: Requester,
  given: GivenRequest,
): Promise<RemediationAction> {
  const { incident, asked, planned } = await prepare(deps, requester.scope, given);
  const now = deps.clock.now();
  return deps.actions.request(
    requester.scope,
    factsOf(incident, asked, planned),
    (situation) => decideRequest(deps.policy.current(), requester, asked, planned, situation, now),
    now,
  );
}

/** Like `requestRemediation`, without writing. Blocks are returned, not thrown. */
export async function previewRemediation(deps: RemediationDeps, scope: Scope, given: GivenRequest): Promise<Preview> {
  const { incident, asked, planned } = await prepare(deps, scope, given);
  const now = deps.clock.now();
  const situation = await deps.actions.situation(scope, factsOf(incident, asked, planned), now);
  return judge(deps.policy.current(), scope, asked, planned, situation, now);
}

const factsOf = (
  { id: incidentId }: Incident,
  { actionType, serviceName }: ParsedRequest,
  { plan }: Planned,
): Parameters<ActionStore["request"]>[1] => ({ incidentId, actionType, serviceName, plan });

async function prepare(
  deps: RemediationDeps,
  scope: Scope,
  given: GivenRequest,
): Promise<{ readonly incident: Incident; readonly asked: ParsedRequest; readonly planned: Planned }> {
  const incident = await deps.incidents.get(scope, given.incidentId);
  const asked = parseRequest(incident, given, environmentsOf(deps.policy.current()));
  return { incident, asked, planned: await planAction(deps, scope, { ...asked, incidentId: incident.id }) };
}

function judge(
  policy: Policy,
  { organizationId }: Scope,
  asked: ParsedRequest,
  planned: Planned,
  { facts }: Situation,
  now: number,
): Preview {
  const decision = decide(policy, questionOf(organizationId, asked, planned), facts, "request", now);
  const violations = [...decision.violations, ...(planned.refused === undefined ? [] : [planned.refused])];
  const allowed = decision.verdict === "auto" ? "QUEUED" : "PENDING_APPROVAL";
  return { decision, status: violations.length === 0 ? allowed : undefined, violations, planned };
}

/** Pending approvals of an organization. */
const WAITING_MAX = 100_000;
const RETRY_SECONDS = 60;

const tooManyWait = (): ApplicationError =>
  new ApplicationError(
    "too_many_pending_actions",
    `${WAITING_MAX} actions of this organization already wait for approval. Approve or reject some, or let them expire.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );

export function decideRequest(
  policy: Policy,
  { scope, subject }: Requester,
  asked: ParsedRequest,
  planned: Planned,
  situation: Situation,
  now: number,
): NewAction {
  const { decision, status, violations } = judge(policy, scope, asked, planned, situation, now);
  if (status === undefined) {
    throw new ApplicationError("policy_violation", "Policy blocks this action.", { violations });
  }
  const waits = status === "PENDING_APPROVAL";
  if (waits && situation.facts.waiting >= WAITING_MAX) throw tooManyWait();
  const action: RemediationAction = {
    id: randomId(),
    organizationId: scope.organizationId,
    incidentId: situation.incident.id,
    ...asked,
    status,
    performedBy: subject,
    mode: planned.plan.mode,
    plan: planned.plan,
    planHash: planned.planHash,
    approvalExpiresAt: waits ? now + decision.approvalTtlMs : null,
    expiryTold: false,
    details: { policy: recordOf(decision) },
    error: null,
    verification: null,
    queuedAt: waits ? null : now,
    finishedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return { action, ...wordsOf(action, asked, scope.actor, decision) };
}

function wordsOf(
  action: RemediationAction,
  asked: ParsedRequest,
  actor: string,
  decision: PolicyDecision,
): Pick<NewAction, "audit" | "timeline"> {
  const { status, performedBy, incidentId, plan, planHash } = action;
  const why = decision.rules[0]?.reason ?? "";
  const minutes = Math.round(decision.approvalTtlMs / MINUTE_MS);
  const next =
    status === "QUEUED" ? "It is queued for execution." : `It waits for approval, at most ${minutes} minutes.`;
  const simulated = action.mode === "simulate" ? " It would be simulated: nothing is touched." : "";
  return {
    audit: {
      event: "requested",
      actor,
      content: { ...asked, status, performedBy, incidentId, plan, planHash, policy: briefOf(decision) },
    },
    timeline: [
      {
        type: "remediation_requested",
        actor,
        title: `Remediation requested: ${describeAction(action)}`,
        detail: `${next}${simulated} Policy: ${decision.verdict}. ${why}`.trim(),
        metadata: metadataOf(action, decision),
      },
    ],
  };
}
