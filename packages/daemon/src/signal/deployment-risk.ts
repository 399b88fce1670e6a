import { count } from "../detect/describe-figures.ts";
import type { IncidentStore } from "../incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { formatDuration } from "../kernel/format-figures.ts";
import { COUNTED_EXACTLY_MAX } from "../model/page-limits.ts";
import type { Scope } from "../model/scope.ts";
import type { TimeSpan } from "../model/telemetry-count.ts";
import { formatName } from "./format-text.ts";
import { type RiskReport, type RiskState, riskStateOf } from "./risk-state.ts";
import type { DeploymentStore, ServiceIncidents } from "./service-history.ts";

export const DEPLOYMENT_WINDOW_HOURS = 168;
const WINDOW = formatDuration(DEPLOYMENT_WINDOW_HOURS * HOUR_MS);
/** An incident within this time after a deployment counts as following it. */
export const POST_DEPLOY_MINUTES = 60;
/** The newest deployments. */
export const DEPLOYMENTS_READ_MAX = 1_000;
/** The most points of each part of the score. */
export const POINTS = { followed: 50, unresolved: 30, fresh: 20 } as const;
/** From this number of unresolved incidents on the part is full. */
export const UNRESOLVED_FULL = 3;

export interface DeploymentRisk extends RiskReport, DeploymentFacts {
  readonly score: number;
  readonly windowHours: number;
}

export interface DeploymentRiskDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly deployments: DeploymentStore;
  readonly serviceIncidents: ServiceIncidents;
}

export interface DeploymentFacts {
  readonly deploymentCount: number;
  readonly postDeployIncidents: number;
  /** Unresolved incidents of any age. */
  readonly unresolvedIncidents: number;
  readonly latestDeploymentAt: number | null;
}

/** Six queries. Throws `not_found`. */
export async function readDeploymentRisk(
  { incidents, deployments, serviceIncidents }: DeploymentRiskDeps,
  scope: Scope,
  id: string,
  now: number,
): Promise<DeploymentRisk> {
  const { primaryService: service } = await incidents.get(scope, id);
  if (service === null) return deploymentRisk(null, NOTHING, now);
  const from = now - DEPLOYMENT_WINDOW_HOURS * HOUR_MS;
  const [found, { unresolved: unresolvedIncidents }] = await Promise.all([
    deployments.between(scope, [service], from, now, DEPLOYMENTS_READ_MAX),
    serviceIncidents.tally(scope, service, 0),
  ]);
  const spans = spansAfter(found.map(({ at }) => at));
  const postDeployIncidents = await serviceIncidents.createdWithin(scope, service, spans, COUNTED_EXACTLY_MAX);
  const counts = { deploymentCount: found.length, postDeployIncidents, unresolvedIncidents };
  return deploymentRisk(service, { ...counts, latestDeploymentAt: found[0]?.at ?? null }, now);
}

const NOTHING = { deploymentCount: 0, postDeployIncidents: 0, unresolvedIncidents: 0, latestDeploymentAt: null };

/** The times in which an incident follows a deployment; overlapping ones are joined. */
export function spansAfter(deployedAt: readonly number[]): TimeSpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const from of [...deployedAt].sort((one, other) => one - other)) {
    const to = from + POST_DEPLOY_MINUTES * MINUTE_MS;
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/**
 * score = followed + unresolved + fresh, rounded; 0 without a deployment:
 *
 * - followed: 50 × min(1, incidents that followed a deployment / deployments)
 * - unresolved: 30 × min(1, unresolved incidents / 3)
 * - fresh: 20 where the latest deployment is less than 60 minutes old, so that nobody can know yet what it did
 */
export function scoreOf(facts: DeploymentFacts, now: number): number {
  const { deploymentCount, postDeployIncidents, unresolvedIncidents } = facts;
  if (deploymentCount === 0) return 0;
  const followed = POINTS.followed * Math.min(1, postDeployIncidents / deploymentCount);
  const unresolved = POINTS.unresolved * Math.min(1, unresolvedIncidents / UNRESOLVED_FULL);
  return Math.round(followed + unresolved + (isFresh(facts, now) ? POINTS.fresh : 0));
}

const isFresh = ({ latestDeploymentAt }: DeploymentFacts, now: number): boolean =>
  latestDeploymentAt !== null && now - latestDeploymentAt < POST_DEPLOY_MINUTES * MINUTE_MS;

export function deploymentRisk(service: string | null, facts: DeploymentFacts, now: number): DeploymentRisk {
  const score = scoreOf(facts, now);
  const state = riskStateOf(score);
  const answer = { state, score, windowHours: DEPLOYMENT_WINDOW_HOURS, ...facts };
  if (service === null) {
    const why = "The incident names no service, so there are no deployments to look at.";
    return { ...answer, summary: why, reasons: [why], recommendation: "Name the services that the incident affects." };
  }
  return {
    ...answer,
    summary: summaryOf(formatName(service), facts, state),
    reasons: reasonsOf(formatName(service), facts, score, now),
    recommendation: recommend(formatName(service), facts, state, now),
  };
}

const deploymentsOf = ({ deploymentCount }: DeploymentFacts): string =>
  `${deploymentCount >= DEPLOYMENTS_READ_MAX ? "the newest " : ""}${count(deploymentCount, "deployment")}`;

function summaryOf(service: string, facts: DeploymentFacts, state: RiskState): string {
  if (facts.deploymentCount === 0) return `${service} was not deployed in the last ${WINDOW}.`;
  return `Deploying ${service} now is a ${state} risk: ${count(facts.postDeployIncidents, "incident")} followed ${deploymentsOf(facts)}.`;
}

function reasonsOf(service: string, facts: DeploymentFacts, score: number, now: number): string[] {
  const { deploymentCount, postDeployIncidents, unresolvedIncidents } = facts;
  const open = `${count(unresolvedIncidents, "incident")} of ${service} ${unresolvedIncidents === 1 ? "is" : "are"} unresolved.`;
  if (deploymentCount === 0) return [`No deployment of ${service} is known from the last ${WINDOW}.`, open];
  const most = postDeployIncidents >= COUNTED_EXACTLY_MAX ? " or more" : "";
  return [
    `${postDeployIncidents}${most} of its incidents began within ${POST_DEPLOY_MINUTES} minutes after one of ${deploymentsOf(facts)} in ${WINDOW}.`,
    open,
    ...(isFresh(facts, now) ? [`The latest deployment is less than ${POST_DEPLOY_MINUTES} minutes old.`] : []),
    `Score ${score} = 50 × min(1, ${postDeployIncidents} / ${deploymentCount}) + 30 × min(1, ${unresolvedIncidents} / ${UNRESOLVED_FULL}) + ${isFresh(facts, now) ? POINTS.fresh : 0}.`,
  ];
}

function recommend(service: string, facts: DeploymentFacts, state: RiskState, now: number): string {
  if (facts.deploymentCount === 0) return "Look for another cause: nothing was deployed that could be rolled back.";
  if (state === "critical" || state === "high") {
    return facts.unresolvedIncidents > 0
      ? `Deploy nothing to ${service} but what resolves its incidents.`
      : `Deploy ${service} to one instance first, and watch it for ${POST_DEPLOY_MINUTES} minutes.`;
  }
  if (facts.unresolvedIncidents > 0) return `Resolve what is open before you deploy ${service} again.`;
  if (isFresh(facts, now)) return `Watch the latest deployment for ${POST_DEPLOY_MINUTES} minutes before the next one.`;
  return `Deploy ${service} as usual.`;
}
