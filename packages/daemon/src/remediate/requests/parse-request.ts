import { ApplicationError, invalidField, notFound } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { SuggestedFix } from "../../model/diagnosis.ts";
import { type Incident, type Severity, UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { REMEDIATION_PARAMETERS_BYTES_MAX, REMEDIATION_PARAMETERS_NESTING_MAX } from "../../model/record-limits.ts";
import { type ActionOrigin, PRODUCTION } from "../../model/remediation.ts";
import { comparableName, describeSpoof } from "../../model/spoofed-name.ts";
import { isBuiltIn } from "../targets/built-in-actions.ts";
import type { ActionRequest } from "../targets/executor.ts";

export interface GivenRequest {
  readonly incidentId: string;
  readonly actionType: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly serviceName?: string;
  readonly environment?: string;
  readonly severity?: Severity;
  readonly suggestionId?: string;
}

/** The request completed with the incident's data. */
export interface ParsedRequest extends ActionRequest {
  readonly severity: Severity;
  readonly origin: ActionOrigin;
  readonly suggestionId: string | null;
}

/**
 * Throws `not_found` for the suggestion, `invalid`, and `unprocessable` for a look-alike name. `environments` are
 * known names.
 */
export function parseRequest(
  incident: Incident,
  given: GivenRequest,
  environments: Iterable<string> = [],
): ParsedRequest {
  refuseSpoofs(incident, given, environments);
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
      given.serviceName?.normalize("NFKC").trim() ||
      suggestion?.service ||
      (incident.primaryService ?? incident.affectedServices[0] ?? deploymentIn(actionType, parameters)),
    environment: comparableName(given.environment?.trim() || environmentOf(incident)) || null,
    severity: given.severity ?? incident.severity,
    origin: suggestion ? "suggestion" : "person",
    suggestionId: suggestion?.id ?? null,
  };
}

/** Incidents take it from logs, which anybody may write. */
const environmentOf = ({ environment }: Incident): string =>
  describeSpoof(environment, [PRODUCTION]) === undefined ? environment : UNKNOWN_ENVIRONMENT;

/** Approvers would mistake a look-alike for the name. */
function refuseSpoofs(incident: Incident, given: GivenRequest, environments: Iterable<string>): void {
  const services = incident.affectedServices.filter((name) => describeSpoof(name) === undefined);
  const found = [
    { field: "environment", name: given.environment, known: [...environments, environmentOf(incident)] },
    { field: "serviceName", name: given.serviceName, known: services },
  ].flatMap(({ field, name, known }) => {
    const spoof = name === undefined ? undefined : describeSpoof(name, known);
    return spoof === undefined
      ? []
      : [`${field}: ${JSON.stringify(toSingleLine(name ?? "", 100))} ${spoof}. Type the name anew.`];
  });
  if (found.length > 0) {
    throw new ApplicationError("ambiguous_name", "A name looks like another one.", { violations: found });
  }
}

/** The deployment stands in for a missing service, so that rules and guardrails apply. */
function deploymentIn(actionType: string, { deployment }: Readonly<Record<string, unknown>>): string | null {
  return isBuiltIn(actionType) && typeof deployment === "string" ? deployment : null;
}

function suggestionOf({ diagnosis }: Incident, id: string): SuggestedFix {
  const found = diagnosis?.suggestedFixes.find((each) => each.id === id);
  if (!found)
    throw notFound("suggested_fix_not_found", `Suggested fix ${toSingleLine(id)} of this incident's diagnosis`);
  return found;
}

/** Parameters are stored for good and hashed as canonical JSON. */
function requireStorable(parameters: Readonly<Record<string, unknown>>): void {
  const wrong = unstorable(parameters, REMEDIATION_PARAMETERS_NESTING_MAX);
  if (wrong !== undefined) throw misfit("/parameters", wrong);
  if (Buffer.byteLength(JSON.stringify(parameters)) > REMEDIATION_PARAMETERS_BYTES_MAX) {
    throw misfit("/parameters", `must not be larger than ${REMEDIATION_PARAMETERS_BYTES_MAX} bytes of JSON`);
  }
}

/** `levels` more may be nested. */
function unstorable(value: unknown, levels: number): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "must not hold numbers beyond 1.8e308";
  if (typeof value === "string" && !isPlain(value)) return NOT_PLAIN;
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `must not be nested deeper than ${REMEDIATION_PARAMETERS_NESTING_MAX} levels`;
  if (Object.keys(value).some((name) => !isPlain(name))) return NOT_PLAIN;
  for (const each of Object.values(value)) {
    const wrong = unstorable(each, levels - 1);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const NOT_PLAIN = "must not hold U+0000 nor half of a pair of UTF-16";
const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000");

const misfit = (path: string, message: string): ApplicationError => invalidField(path, message);
