import { asArray, asFields, asNumber, asString, asTextOrNull } from "../../methods/state/json-shape.ts";
import { type Severity, severities } from "../../model/incident.ts";
import type { Condition, Sighting } from "./condition-repeats.ts";
import type { Deployment, ErrorEpisode } from "./service-state.ts";

const decodeSeverity = (value: unknown): Severity => severities.find((severity) => severity === value) ?? "MEDIUM";

function decodeWaiting(value: unknown): Sighting | null {
  if (value === null) return null;
  const fields = asFields(value);
  return {
    reason: asString(fields["reason"]),
    title: asString(fields["title"]),
    description: asString(fields["description"]),
    severity: decodeSeverity(fields["severity"]),
    environment: asTextOrNull(fields["environment"]),
    trigger: asString(fields["trigger"]),
    evidence: asArray(fields["evidence"]).map(asString),
    at: asNumber(fields["at"]),
    seenAt: asNumber(fields["seenAt"]),
    observations: asNumber(fields["observations"]),
  };
}

export function decodeCondition(value: unknown): Condition {
  const fields = asFields(value);
  return {
    ruleId: asString(fields["ruleId"]),
    lastSeenAt: asNumber(fields["lastSeenAt"]),
    nextAt: asNumber(fields["nextAt"]),
    said: asNumber(fields["said"]),
    severity: decodeSeverity(fields["severity"]),
    resolveAfterMs: asNumber(fields["resolveAfterMs"]),
    newsAgainAfterMs: asNumber(fields["newsAgainAfterMs"]),
    waiting: decodeWaiting(fields["waiting"]),
    json: null,
  };
}

/** All of it but what it is stored as. */
export const encodeCondition = ({ json: _, ...condition }: Condition): unknown[] => [condition];

export const encodeDeployment = (deployment: Deployment): unknown[] => [
  deployment.id,
  deployment.at,
  deployment.version,
  deployment.gitHash,
  deployment.environment,
  deployment.failure,
];

export function decodeDeployment(value: unknown): Deployment {
  const [id, at, version, gitHash, environment, failure] = asArray(value);
  return {
    id: asString(id),
    at: asNumber(at),
    version: asString(version),
    gitHash: asTextOrNull(gitHash),
    environment: asString(environment),
    failure: asTextOrNull(failure),
  };
}

export function decodeTrouble(value: unknown): ErrorEpisode | null {
  if (value === null) return null;
  const fields = asFields(value);
  const past = asFields(fields["past"]);
  return {
    since: asNumber(fields["since"]),
    lastAt: asNumber(fields["lastAt"]),
    past: {
      minutes: asNumber(past["minutes"]),
      logs: asNumber(past["logs"]),
      errors: asNumber(past["errors"]),
      dispersion: asNumber(past["dispersion"]),
    },
  };
}
