import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Incident, RemediationRequest } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { incidentItem } from "../find/items.ts";
import { usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { parseNameValue } from "./name-values.ts";

export const requestArgs = {
  ...incidentItem.args,
  action: Args.string({ description: "Action to request; not needed with --fix." }),
};
export const requestFlags = {
  set: Flags.string({ description: "Parameter; can be repeated.", helpValue: "<name=value>", multiple: true }),
  service: Flags.string({ description: "Target service; by default that of the fix or the incident." }),
  environment: Flags.string({ description: "Target environment; by default that of the incident." }),
  fix: Flags.string({ description: "Suggested fix of the diagnosis.", helpValue: "<id>" }),
};

type GivenRequest = Partial<Interfaces.InferredFlags<typeof requestFlags>>;

/** Builds the request. @throws if there is no action. */
export function buildRequest(incident: Incident, action: string | undefined, given: GivenRequest): RemediationRequest {
  const { set, service, environment, fix } = given;
  return {
    incidentId: incident.id,
    actionType: action ?? actionOf(incident, fix),
    ...(set && { parameters: Object.fromEntries(set.map(parseParameter)) }),
    ...(service !== undefined && { serviceName: service }),
    ...(environment !== undefined && { environment }),
    ...(fix !== undefined && { suggestionId: fix }),
  };
}

/** Parses a parameter such as `replicas=5`: numbers, true and false are typed, other values are text. */
function parseParameter(given: string): [string, unknown] {
  const [name, value] = parseNameValue(given, "replicas=5");
  const isPlain = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value);
  return [name, isPlain ? (JSON.parse(value) as unknown) : value];
}

function actionOf({ id, diagnosis }: Incident, fixId: string | undefined): string {
  if (fixId === undefined) throw usageError("Name an action, such as restart-service, or a suggested fix with --fix.");
  const fixes = diagnosis?.suggestedFixes ?? [];
  const fix = fixes.find((each) => each.id === fixId);
  if (fix?.actionType) return fix.actionType;
  throw new Failure(
    fix ? `The fix ${cleanLine(fixId)} must be done manually.` : `The diagnosis has no fix ${JSON.stringify(fixId)}.`,
    fix ? exitCodes.usage : exitCodes.notFound,
    ...fixes.filter((each) => each.actionType).map((each) => `  ${cleanLine(each.id)}  ${cleanLine(each.title)}`),
    `To see the diagnosis: ${programs.cli} incident show ${id.slice(0, 8)}`,
  );
}
