import type { Incident } from "../model/incident.ts";
import { formatList, formatMinutes, formatName } from "./format-text.ts";
import type { RiskState } from "./risk-state.ts";
import { CHANGE_WINDOW_HOURS, type SuspectChange } from "./suspect-changes.ts";

/** As likely as not: a candidate for a rollback. */
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

const when = ({ minutesBefore }: SuspectChange): string => `${formatMinutes(minutesBefore)} before the incident`;

/** The change and its confidence, as a product to be recomputed. */
export function describeChange(change: SuspectChange): string {
  const { deployment, relation, factors, confidence } = change;
  return (
    `${versionOf(change)} was deployed to ${formatName(deployment.environment)} ${when(change)}, ${places[relation]}: ` +
    `confidence ${confidence} = ${factors.time} (time) × ${factors.relation} (relation) × ` +
    `${factors.environment} (environment) × ${factors.signal} (signal).`
  );
}

export function describeMissingData({ affectedServices }: Incident): string {
  if (affectedServices.length === 0) return "The incident names no service, so no change can be correlated with it.";
  return (
    `No deployment of ${formatList(affectedServices)}, or of a service called from there, is known from the ` +
    `${CHANGE_WINDOW_HOURS} hours before the incident.`
  );
}

interface Bounds {
  /** Services that those of the incident call. */
  readonly called: number;
  /** Set where more were left out. */
  readonly calledMost: number | undefined;
  readonly deploymentsMost: number | undefined;
}

/** What wasn't looked at. */
export function describeLimits(
  { affectedServices }: Incident,
  { called, calledMost, deploymentsMost }: Bounds,
): string[] {
  const lines: string[] = [];
  if (called === 0 && affectedServices.length > 0) {
    lines.push("The catalog names nothing that these services call, so only their own deployments were looked at.");
  }
  if (calledMost !== undefined) lines.push(`Of the services called, the nearest ${calledMost} were looked at.`);
  if (deploymentsMost !== undefined) lines.push(`Of the deployments, the newest ${deploymentsMost} were looked at.`);
  return lines;
}

export function summarizeChanges(top: SuspectChange | undefined, state: RiskState): string {
  if (!top) return "No change is known that could explain the incident.";
  const change = `the deployment of ${versionOf(top)}, ${when(top)}`;
  if (state === "critical") return `Most likely ${change}, is behind the incident.`;
  if (state === "high") return `Probably ${change}, is behind the incident.`;
  if (state === "moderate") return `Possibly ${change}, has to do with the incident.`;
  return `Little speaks for a change; the most suspicious is ${change}.`;
}

export function recommendSteps(changes: readonly SuspectChange[], state: RiskState): string {
  const [top] = changes;
  if (!top) return "Look for another cause: no change is known that could be rolled back.";
  if (state === "low") return "Look for another cause first; a rollback would hardly help.";
  const suspects = changes.filter(({ confidence }) => confidence >= ROLLBACK_CONFIDENCE).slice(0, ROLLBACKS_NAMED_MAX);
  if (suspects.length > 0) {
    return `Rule out or roll back ${formatList(suspects.map(versionOf))}${suspects.length > 1 ? ", the first named first" : ""}.`;
  }
  return `Compare what ${versionOf(top)} changed with the errors before you roll it back.`;
}
