import type { CatalogReader } from "../catalog/catalog.ts";
import { type Downstream, walkDownstream } from "../catalog/downstream.ts";
import type { IncidentStore } from "../incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { formatBefore } from "../kernel/format-figures.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, type Severity, servicesOf } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { formatList, formatName } from "./format-text.ts";
import { type OnsetDeps, readOnset } from "./onset.ts";
import { type RiskReport, type RiskState, riskStateOf } from "./risk-state.ts";
import type { Deployment, DeploymentStore } from "./service-history.ts";
import { CHANGE_SKEW_MS, CHANGE_WINDOW_HOURS, type SuspectChange, suspectChanges } from "./suspect-changes.ts";

/** The nearest services called from the incident's. */
export const CALLED_SERVICES_MAX = 200;
/** The newest deployments. */
export const CHANGES_READ_MAX = 1_000;
const CHANGES_DESCRIBED_MAX = 5;

const severityFactors: Readonly<Record<Severity, number>> = { CRITICAL: 1, HIGH: 0.9, MEDIUM: 0.75, LOW: 0.5 };

export interface ChangeRisk extends RiskReport {
  /** 0 to 100. */
  readonly score: number;
  readonly changeCount: number;
  /** 0 to 1. */
  readonly maxChangeConfidence: number;
  readonly topChangeReason: string | null;
}

export interface ChangeRiskDeps extends OnsetDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly catalog: CatalogReader;
  readonly deployments: DeploymentStore;
}

/** Two queries for the onset, one for each level of the graph, and one for deployments. Throws `not_found`. */
export async function readChangeRisk(deps: ChangeRiskDeps, scope: Scope, incidentId: string): Promise<ChangeRisk> {
  const incident = await deps.incidents.get(scope, incidentId);
  const begunAt = await readBeginning(deps, scope, incident);
  const own = servicesOf(incident);
  const downstream = await walkDownstream(deps.catalog, scope, own, CALLED_SERVICES_MAX);
  const deployments = await deps.deployments.between(
    scope,
    [...own, ...downstream.calls.keys()],
    begunAt - CHANGE_WINDOW_HOURS * HOUR_MS,
    begunAt + CHANGE_SKEW_MS,
    CHANGES_READ_MAX,
  );
  return changeRisk(incident, deployments, downstream, begunAt);
}

/** The creation where no evidence shows when trouble began. Evidence of a silence is from before the trouble. */
async function readBeginning(deps: OnsetDeps, scope: Scope, incident: Incident): Promise<number> {
  if (incident.signalType === "silence") return incident.createdAt;
  const { at, isObserved } = await readOnset(deps, scope, incident);
  return isObserved ? at : incident.createdAt;
}

/**
 * How likely a change is behind the incident:
 *
 *     score = 100 × confidence of the most suspicious change × factor of the severity, with one decimal
 *
 * The confidence is that of {@link suspectChanges}; the factor is 1 for CRITICAL, 0.9 for HIGH, 0.75 for MEDIUM and 0.5
 * for LOW. From 75 on the state is `critical`, from 50 `high`, from 25 `moderate`, below `low`. Pure.
 */
export function changeRisk(
  incident: Incident,
  deployments: readonly Deployment[],
  downstream: Pick<Downstream, "calls" | "cutOff">,
  begunAt = incident.createdAt,
): ChangeRisk {
  const { changes, elsewhere } = suspectChanges(incident, deployments, downstream.calls, begunAt);
  const [top] = changes;
  const maxChangeConfidence = top?.confidence ?? 0;
  const factor = severityFactors[incident.severity];
  const score = roundToTenth(100 * maxChangeConfidence * factor);
  const state = riskStateOf(score);
  const described = changes.slice(0, CHANGES_DESCRIBED_MAX).map(describeChange);
  const omitted = changes.length - described.length;
  const reasons = top
    ? [...described, `Score ${score} = 100 × ${maxChangeConfidence} × ${factor} for the severity ${incident.severity}.`]
    : [describeMissingData(incident)];
  if (omitted > 0) reasons.push(`Less suspicious changes beside these: ${omitted}.`);
  if (elsewhere > 0) reasons.push(`Deployments to other environments, left out: ${elsewhere}.`);
  return {
    state,
    score,
    summary: summarizeChanges(top, state),
    reasons: [...reasons, ...describeLimits(incident, downstream, deployments.length)],
    recommendation: recommendSteps(changes, state),
    changeCount: changes.length,
    maxChangeConfidence,
    topChangeReason: described[0] ?? null,
  };
}

/** Changes from this confidence on are candidates for a rollback. */
const ROLLBACK_CONFIDENCE = 0.5;
const ROLLBACKS_NAMED_MAX = 3;

const places: Readonly<Record<SuspectChange["relation"], string>> = {
  primary: "in the primary service",
  affected: "in an affected service",
  called: "in a service that an affected one calls",
  indirect: "in a service that an affected one calls through others",
};

const versionOf = ({ deployment }: SuspectChange): string =>
  `${formatName(deployment.version)} of ${formatName(deployment.service)}`;

const when = ({ minutesBefore }: SuspectChange): string => formatBefore(minutesBefore * MINUTE_MS, "the incident");

/** The change with the factors of its confidence. */
function describeChange(change: SuspectChange): string {
  const { deployment, relation, factors, confidence } = change;
  return (
    `${versionOf(change)} was deployed to ${formatName(deployment.environment)} ${when(change)}, ${places[relation]}: ` +
    `confidence ${confidence} = ${factors.time} (time) × ${factors.relation} (relation) × ` +
    `${factors.environment} (environment) × ${factors.signal} (signal).`
  );
}

function describeMissingData({ affectedServices }: Incident): string {
  if (affectedServices.length === 0) return "The incident names no service, so no change can be correlated with it.";
  return (
    `No deployment of ${formatList(affectedServices)}, or of a service called from there, is known from the ` +
    `${CHANGE_WINDOW_HOURS} hours before the incident.`
  );
}

/** Says what the limits left out. */
function describeLimits(
  { affectedServices }: Incident,
  { calls, cutOff }: Pick<Downstream, "calls" | "cutOff">,
  deploymentCount: number,
): string[] {
  const lines: string[] = [];
  if (calls.size === 0 && affectedServices.length > 0) {
    lines.push("The catalog names nothing that these services call, so only their own deployments were looked at.");
  }
  if (cutOff) lines.push(`Of the services called, the nearest ${CALLED_SERVICES_MAX} were looked at.`);
  if (deploymentCount >= CHANGES_READ_MAX)
    lines.push(`Of the deployments, the newest ${CHANGES_READ_MAX} were looked at.`);
  return lines;
}

function summarizeChanges(top: SuspectChange | undefined, state: RiskState): string {
  if (!top) return "No change is known that could explain the incident.";
  const change = `the deployment of ${versionOf(top)}, ${when(top)}`;
  if (state === "critical") return `Most likely ${change}, is behind the incident.`;
  if (state === "high") return `Probably ${change}, is behind the incident.`;
  if (state === "moderate") return `Possibly ${change}, has to do with the incident.`;
  return `Little speaks for a change; the most suspicious is ${change}.`;
}

function recommendSteps(changes: readonly SuspectChange[], state: RiskState): string {
  const [top] = changes;
  if (!top) return "Look for another cause: no change is known that could be rolled back.";
  if (state === "low") return "Look for another cause first; a rollback would hardly help.";
  const suspects = changes.filter(({ confidence }) => confidence >= ROLLBACK_CONFIDENCE).slice(0, ROLLBACKS_NAMED_MAX);
  if (suspects.length > 0) {
    return `Rule out or roll back ${formatList(suspects.map(versionOf))}${suspects.length > 1 ? ", the first named first" : ""}.`;
  }
  return `Compare what ${versionOf(top)} changed with the errors before you roll it back.`;
}
