import { normaliseEnvironment } from "../detect/environment.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToHundredth, roundToTenth } from "../kernel/rounding.ts";
import { type Incident, UNKNOWN_ENVIRONMENT } from "../model/incident.ts";
import type { Deployment } from "./service-history.ts";

export const CHANGE_WINDOW_HOURS = 24;
/** Clocks of senders may be ahead by this time, so a slightly later deployment counts too. */
export const CHANGE_SKEW_MS = 2 * MINUTE_MS;
/** The suspicion halves after this time. */
const HALF_LIFE_MS = 2 * HOUR_MS;

/** How close the changed service is to the incident. */
const relationFactors = { primary: 1, affected: 0.9, called: 0.7, indirect: 0.4 } as const;
type Relation = keyof typeof relationFactors;

const ENVIRONMENT_UNKNOWN_FACTOR = 0.8;
const UNNAMED_FACTOR = 0.85;

export interface SuspectChange {
  readonly deployment: Deployment;
  readonly relation: Relation;
  /** With one decimal; 0 for a deployment after the incident. */
  readonly minutesBefore: number;
  readonly factors: {
    readonly time: number;
    readonly relation: number;
    readonly environment: number;
    readonly signal: number;
  };
  /** The product of the factors with two decimals. */
  readonly confidence: number;
}

export interface SuspectChanges {
  readonly changes: readonly SuspectChange[];
  /** Deployments to other environments. */
  readonly elsewhere: number;
}

/**
 * confidence = time × relation × environment × signal, rounded to two decimals:
 *
 * - time: 0.5 ^ (hours before the incident ÷ 2), rounded to two decimals
 * - relation: 1 for the primary service, 0.9 for another affected one. 0.7 for one that an affected one calls, 0.4 for
 *   one that is called through others
 * - environment: 1 for the same one, 0.8 if that of incident or deployment is unknown. Others are left out.
 * - signal: 1 where a rule about deployments opened the incident on the deployed service, else 0.85
 */
export function suspectChanges(
  incident: Incident,
  deployments: readonly Deployment[],
  /** The number of calls from the incident's services. */
  calls: ReadonlyMap<string, number>,
  /** When the trouble began. A later deployment didn't cause it. */
  begunAt: number,
): SuspectChanges {
  const inReach = deployments.filter(({ at }) => at <= begunAt + CHANGE_SKEW_MS);
  const changes = inReach.flatMap((deployment) => {
    const environment = environmentFactor(incident, deployment);
    return environment === 0
      ? []
      : [suspect(incident, deployment, relationOf(incident, deployment, calls), environment, begunAt)];
  });
  changes.sort((a, b) => b.confidence - a.confidence || b.deployment.at - a.deployment.at);
  return { changes, elsewhere: inReach.length - changes.length };
}

function suspect(
  incident: Incident,
  deployment: Deployment,
  relation: Relation,
  environment: number,
  begunAt: number,
): SuspectChange {
  const before = Math.max(0, begunAt - deployment.at);
  const named = incident.signalType === "deployment" && deployment.service === incident.primaryService;
  const factors = {
    time: roundToHundredth(0.5 ** (before / HALF_LIFE_MS)),
    relation: relationFactors[relation],
    environment,
    signal: named ? 1 : UNNAMED_FACTOR,
  };
  const confidence = roundToHundredth(factors.time * factors.relation * factors.environment * factors.signal);
  return { deployment, relation, minutesBefore: roundToTenth(before / MINUTE_MS), factors, confidence };
}

/** 0 for another environment. */
function environmentFactor(incident: Incident, deployment: Deployment): number {
  const [here, there] = [incident.environment, deployment.environment].map(normaliseEnvironment);
  if ([here, there].some((each) => each === UNKNOWN_ENVIRONMENT || each === "")) return ENVIRONMENT_UNKNOWN_FACTOR;
  return here === there ? 1 : 0;
}

function relationOf(incident: Incident, { service }: Deployment, calls: ReadonlyMap<string, number>): Relation {
  if (service === incident.primaryService) return "primary";
  if (incident.affectedServices.includes(service)) return "affected";
  return calls.get(service) === 1 ? "called" : "indirect";
}
