import type { DiagnosticTool, ToolType } from "@tocsin/sdk";
import { usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";
import { parseDuration } from "../text/time.ts";
import { parseNameValue } from "./name-values.ts";

type Kind = "text" | "count" | "flag" | "seconds";

export interface Parameter {
  readonly name: string;
  readonly kind: Kind;
  readonly required: boolean;
}

export interface Tool {
  readonly type: ToolType;
  readonly about: string;
  readonly parameters: readonly Parameter[];
}

const required = (name: string): Parameter => ({ name, kind: "text", required: true });
const optional = (name: string, kind: Kind = "text"): Parameter => ({ name, kind, required: false });
const pod = [required("namespace"), required("pod")];
const cloud = [
  required("provider"),
  required("region"),
  required("resourceType"),
  optional("resourceId"),
  optional("resourceArn"),
  optional("sinceSeconds", "seconds"),
];

const namesOf = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(" ");

export const tools: readonly Tool[] = [
  {
    type: "getPodLogs",
    about: "lines of a container's log",
    parameters: [
      ...pod,
      optional("container"),
      optional("tailLines", "count"),
      optional("sinceSeconds", "seconds"),
      optional("previous", "flag"),
    ],
  },
  { type: "describePod", about: "a pod's state, containers, conditions and events", parameters: pod },
  { type: "getPodResources", about: "what a pod asks for, may use, and uses of CPU and memory", parameters: pod },
  {
    type: "getPodProcesses",
    about: "names and sizes of a container's processes",
    parameters: [...pod, optional("container")],
  },
  {
    type: "checkHttpHealth",
    about: "whether an address answers, how fast, its certificate",
    parameters: [required("url")],
  },
  { type: "getCloudLogs", about: "lines of a log group", parameters: [...cloud, optional("contains")] },
  { type: "getManagedDbHealth", about: "a managed database", parameters: cloud },
  { type: "getLoadBalancer5xxMetrics", about: "5xx answers of a load balancer", parameters: cloud },
  { type: "getFunctionErrors", about: "errors and throttles of a function", parameters: cloud },
  { type: "getQueueBacklog", about: "what waits in a queue, and for how long", parameters: cloud },
  { type: "getContainerServiceHealth", about: "wanted and running tasks of a container service", parameters: cloud },
];

/** The name of a tool as an argument: `getPodLogs` as `pod-logs`. */
export const shortName = (type: ToolType): string =>
  type
    .replace(/^get/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=x)(?=[A-Z])/g, "-")
    .toLowerCase();

/** The tools and their parameters for the help. */
export const toolsHelp: string = tools
  .map(({ type, about, parameters }) => `- ${shortName(type)} ${namesOf(parameters)}: ${about}`)
  .join("\n")
  .replaceAll(namesOf(cloud), "CLOUD")
  .concat(`\n\nCLOUD is ${namesOf(cloud)}, as the resource is mapped, with one of resourceId and resourceArn.`);

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, "").replace(/^get/, "");

/** Finds a tool by a name such as `pod-logs` or `getPodLogs`. @throws if there is none. */
export function findTool(given: string): Tool {
  const found = tools.find(({ type }) => plain(type) === plain(given));
  if (found) return found;
  const known = tools.map(({ type }) => shortName(type));
  const guess = closestMatch(given, known);
  throw usageError(
    `Unknown tool ${JSON.stringify(given)}.${guess ? ` Did you mean ${guess}?` : ""} Known tools: ${known.join(", ")}.`,
  );
}

/** Builds a tool from arguments such as `pod=checkout-1`. @throws if a parameter is unknown, missing or invalid. */
export function buildTool(tool: Tool, words: readonly string[]): DiagnosticTool {
  const given = new Map(words.map((word) => parseNameValue(word, "pod=checkout-1")));
  for (const name of given.keys()) {
    if (tool.parameters.some((each) => each.name === name)) continue;
    const known = tool.parameters.map((each) => each.name);
    throw usageError(
      `${shortName(tool.type)} has no parameter ${JSON.stringify(name)}. Parameters: ${known.join(", ")}.`,
    );
  }
  const missing = tool.parameters.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => name);
  const isCloud = tool.parameters.some(({ name }) => name === "resourceArn");
  if (isCloud && !given.has("resourceId") && !given.has("resourceArn")) missing.push("resourceId or resourceArn");
  if (missing.length > 0)
    throw usageError(
      `${shortName(tool.type)} needs ${missing.join(", ")}, for example: ${programs.cli} probe run ID ${shortName(tool.type)} ${missing[0]?.split(" ")[0]}=…`,
    );
  const parameters = tool.parameters.flatMap(({ name, kind }) => {
    const text = given.get(name);
    return text === undefined ? [] : [[name, parseValue(name, kind, text)] as const];
  });
  return { type: tool.type, ...Object.fromEntries(parameters) } as DiagnosticTool;
}

function parseValue(name: string, kind: Kind, text: string): unknown {
  if (kind === "text") return text;
  if (kind === "flag") {
    if (text === "true" || text === "false") return text === "true";
    throw usageError(`${name} is true or false, not ${JSON.stringify(text)}.`);
  }
  const duration = kind === "seconds" ? parseDuration(text) : undefined;
  const value = duration === undefined ? Number(text) : duration / 1000;
  if (text.trim() !== "" && Number.isInteger(value)) return value;
  const expected = kind === "seconds" ? "seconds, or a duration such as 30m" : "a whole number";
  throw usageError(`${name} takes ${expected}, not ${JSON.stringify(cleanLine(text))}.`);
}
