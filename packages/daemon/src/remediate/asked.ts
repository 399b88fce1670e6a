import { ApplicationError, notFound } from "../kernel/errors.ts";
import { line } from "../kernel/line.ts";
import type { SuggestedFix } from "../model/diagnosis.ts";
import type { Incident, Severity } from "../model/incident.ts";
import { REMEDIATION_PARAMETERS_BYTES_MAX, REMEDIATION_PARAMETERS_NESTING_MAX } from "../model/limits.ts";
import type { ActionOrigin } from "../model/remediation.ts";
import type { Wanted } from "./executor.ts";

/** A request as it was sent. */
export interface GivenRequest {
  readonly incidentId: string;
  readonly actionType: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly serviceName?: string;
  readonly environment?: string;
  readonly severity?: Severity;
  readonly suggestionId?: string;
}

/** What is asked for, with all that the incident says where the request doesn't. */
export interface Asked extends Wanted {
  readonly severity: Severity;
  readonly origin: ActionOrigin;
  readonly suggestionId: string | null;
}

/** Throws `not_found` for a suggestion that the incident's diagnosis doesn't make, `invalid` for what doesn't fit. */
export function askedOf(incident: Incident, given: GivenRequest): Asked {
  const suggestion = given.suggestionId === undefined ? undefined : suggestionOf(incident, given.suggestionId);
  const actionType = given.actionType.trim();
  if (suggestion?.actionType && suggestion.actionType !== actionType) {
    throw misfit("/actionType", `must be ${suggestion.actionType}, which the suggestion is about`);
  }
  const parameters = given.parameters ?? suggestion?.parameters ?? {};
  requireStorable(parameters);
  return {
    actionType,
    parameters,
    serviceName:
      given.serviceName?.trim() ||
      suggestion?.service ||
      (incident.primaryService ?? incident.affectedServices[0] ?? null),
    environment: (given.environment?.trim() || incident.environment.trim()).toLowerCase() || null,
    severity: given.severity ?? incident.severity,
    origin: suggestion ? "suggestion" : "person",
    suggestionId: suggestion?.id ?? null,
  };
}

function suggestionOf({ diagnosis }: Incident, id: string): SuggestedFix {
  const found = diagnosis?.suggestedFixes.find((each) => each.id === id);
  if (!found) throw notFound(`Suggested fix ${line(id)} of this incident's diagnosis`);
  return found;
}

/** Parameters stand in the row, in its plan and in the audit log for good. */
function requireStorable(parameters: Readonly<Record<string, unknown>>): void {
  if (isDeeper(parameters, REMEDIATION_PARAMETERS_NESTING_MAX)) {
    throw misfit("/parameters", `must not be nested deeper than ${REMEDIATION_PARAMETERS_NESTING_MAX} levels`);
  }
  if (Buffer.byteLength(JSON.stringify(parameters)) > REMEDIATION_PARAMETERS_BYTES_MAX) {
    throw misfit("/parameters", `must not be larger than ${REMEDIATION_PARAMETERS_BYTES_MAX} bytes of JSON`);
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

const misfit = (path: string, message: string): ApplicationError =>
  new ApplicationError("invalid", `Invalid request: ${path} ${message}`, { details: [{ path, message }] });
