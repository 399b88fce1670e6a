import type {
  DetectionFileProblem,
  DetectionOpening,
  DetectionPreview,
  DetectionPreviewRule,
  DetectionRule,
  RulePerformance,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { clock } from "../text/time.ts";
import { wrap } from "../text/wrap.ts";
import { type Drawing, sparkline } from "./chart.ts";
import { modeCell, precisionCell, qualityFacts } from "./detection-quality.ts";
import type { Sheet } from "./diagnosis.ts";
import { counted, type Fact, factLines } from "./facts.ts";
import { severityStyle } from "./incident.ts";
import { type Listing, textCell } from "./listing.ts";
import { openingColumns } from "./opening.ts";
import { type Column, table } from "./table.ts";

/** The rules as a list, each with how right it is where that is known. */
export const detectionRuleListing = (
  items: readonly DetectionRule[],
  performance: readonly RulePerformance[] = [],
): Listing<DetectionRule> => ({
  items,
  idOf: ({ id }) => id,
  key: { name: "RULE", field: "id" },
  columns: [
    {
      name: "STATE",
      field: "enabled",
      of: ({ enabled }) => (enabled ? { text: "on", style: "green" } : { text: "off", style: "gray" }),
    },
    { name: "MODE", field: "mode", optional: 40, of: ({ mode }) => modeCell(mode) },
    {
      name: "PRECISION",
      field: "precision",
      optional: 10,
      of: ({ id }) => precisionCell(performance.find(({ ruleId }) => ruleId === id)),
    },
    {
      name: "SEVERITY",
      field: "severity",
      optional: 30,
      of: ({ severity }) => ({ text: cleanLine(severity), style: severityStyle[severity] }),
    },
    { name: "SOURCE", field: "source", optional: 20, of: ({ source }) => textCell(source) },
    { name: "DETECTS", field: "description", flexible: 10, of: ({ description }) => textCell(description) },
    { name: "SIGNAL", field: "signalType", wide: true, of: ({ signalType }) => textCell(signalType) },
    {
      name: "RESOLVES AFTER",
      field: "resolveAfterMinutes",
      wide: true,
      of: ({ resolveAfterMinutes }) => ({ text: `${resolveAfterMinutes}m`, whole: String(resolveAfterMinutes) }),
    },
    {
      name: "PARAMETERS",
      field: "parameters",
      wide: true,
      of: ({ parameters }) => textCell(JSON.stringify(parameters)),
    },
  ],
});

const sourceText: Readonly<Record<DetectionRule["source"], string>> = {
  "built-in": "built in",
  changed: "built in, changed by the detection file",
  file: "the detection file",
};

/** A rule on a page: what it looks for, how right it is, and every threshold. */
export function detectionRuleDetails(
  rule: DetectionRule,
  { width, paint }: Sheet,
  performance?: RulePerformance,
): string {
  const facts: Fact[] = [
    ["state", rule.enabled ? paint("green", "on") : paint("gray", "off")],
    ["source", sourceText[rule.source] ?? cleanLine(rule.source)],
    ["signal", cleanLine(rule.signalType)],
    ["severity", `${paint(severityStyle[rule.severity] ?? "bold", cleanLine(rule.severity))}, at least`],
    ["resolves", `after ${rule.resolveAfterMinutes} minutes without its signal`],
    ...qualityFacts(rule, performance),
  ];
  const parameters = Object.entries(rule.parameters).map(
    ([name, value]): Fact => [cleanLine(name), shown(name, value)],
  );
  const indent = Math.min(24, Math.max(...facts.concat(parameters).map(([name]) => name.length)) + 2);
  return [
    paint("bold", wrap(cleanLine(rule.id), width)),
    wrap(cleanLine(rule.description), width),
    factLines(facts, { width, paint }, indent),
    ...(parameters.length > 0
      ? [`${paint("bold", "Parameters")}\n${factLines(parameters, { width, paint }, indent)}`]
      : []),
  ].join("\n\n");
}

const isPlain = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

/** What is left out of a list of what to look at is all; of a list of exceptions, nothing. */
function shown(name: string, value: unknown): string {
  const nothing = name.startsWith("except") ? "none" : "any";
  if (value === null) return "none";
  if (Array.isArray(value) && value.every(isPlain)) return value.length === 0 ? nothing : cleanLine(value.join(", "));
  if (typeof value !== "object") return cleanLine(String(value));
  const labels = Object.entries(value).map(([label, values]) => `${label}: ${shown(name, values)}`);
  return labels.length === 0 ? nothing : cleanLine(labels.join("; "));
}

/** `rules.yaml:3:14: …`, as compilers write it, so that editors find the place. */
export const problemLine = (file: string, { line, column, message }: DetectionFileProblem): string =>
  `${cleanLine(file)}:${line}:${column}: ${cleanLine(message)}`;

/** What a sound file holds, in one line. */
export function soundFile(file: string, rules: readonly DetectionRule[]): string {
  const many = (source: DetectionRule["source"]) => rules.filter((rule) => rule.source === source).length;
  const off = rules.filter(({ enabled }) => !enabled).length;
  return `${cleanLine(file)} holds: ${counted(rules.length, "rule")}, ${many("file")} of its own, ${many("changed")} changed, ${many("built-in")} built in, ${off} off.`;
}

/** What would have opened, as a list. */
export const openingListing = (items: readonly DetectionOpening[]): Listing<DetectionOpening> => ({
  items,
  idOf: ({ ruleId }) => ruleId,
  key: { name: "RULE", field: "ruleId" },
  columns: [
    openingColumns.age,
    openingColumns.severity,
    openingColumns.service,
    openingColumns.environment,
    openingColumns.title,
    {
      name: "INCIDENT",
      field: "incidentId",
      optional: 16,
      of: ({ overlap }) => {
        if (overlap === null) return { text: "none", whole: "" };
        const id = cleanLine(overlap.incidentId);
        return { text: id.slice(0, 8), whole: id };
      },
    },
    openingColumns.closed,
    { name: "REASON", field: "reason", wide: true, of: ({ reason }) => textCell(reason) },
    openingColumns.event,
    openingColumns.seen,
  ],
});

const ruleColumns: readonly Column[] = [
  { name: "RULE", flexible: 10 },
  { name: "WOULD OPEN" },
  { name: "A DAY" },
  { name: "SERVICES", optional: 10 },
  { name: "HAD INCIDENT", optional: 10 },
  { name: "OVER TIME", optional: 12 },
];

const HOUR_MS = 3_600_000;
const BARS_MAX = 24;

/** What a preview comes to: a line for each rule that would have opened something, and what it covered. */
export function previewSummary(
  preview: DetectionPreview,
  { width, paint, drawing }: Sheet & { drawing: Drawing },
): string {
  const loud = preview.rules.filter(({ openings }) => openings > 0);
  const quiet = preview.rules.length - loud.length;
  const rows = loud.map((rule) => [
    { text: `${cleanLine(rule.ruleId)}${rule.mode === "shadow" ? " (shadow)" : ""}` },
    { text: String(rule.openings) },
    { text: String(rule.perDay) },
    { text: String(rule.services) },
    { text: String(rule.overlapping) },
    { text: drawing === "blocks" ? bars(rule, preview) : "" },
  ]);
  const sentences = [
    ...(quiet > 0 ? [`${counted(quiet, "rule")} would have opened nothing.`] : []),
    ...missed(preview),
    covered(preview),
  ];
  return [
    ...(rows.length > 0 ? [table(ruleColumns, rows, width, paint)] : []),
    ...sentences.map((sentence) => wrap(sentence, width)),
  ].join("\n");
}

/** Openings of a rule over the time that was covered, a bar an hour or as many hours as fit. */
function bars({ ruleId }: DetectionPreviewRule, { openings, from, coveredUntil }: DetectionPreview): string {
  const [start, end] = [Date.parse(from), Date.parse(coveredUntil)];
  if (!(end > start)) return "";
  const counts = Array.from({ length: Math.min(BARS_MAX, Math.ceil((end - start) / HOUR_MS)) }, () => 0);
  for (const opening of openings) {
    if (opening.ruleId !== ruleId) continue;
    const at = Math.floor(((Date.parse(opening.openedAt) - start) / (end - start)) * counts.length);
    const bar = Math.min(counts.length - 1, Math.max(0, at));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return sparkline(counts);
}

function missed({ missedIncidents, missedIncidentsLeftOut }: DetectionPreview): string[] {
  const count = missedIncidents.length + missedIncidentsLeftOut;
  if (count === 0) return [];
  const some = missedIncidents
    .slice(0, 5)
    .map(({ incidentId, ruleId }) => `${cleanLine(incidentId)} (${cleanLine(ruleId)})`);
  return [
    `${counted(count, "incident")} of that time would not have opened: ${some.join(", ")}${count > some.length ? ", …" : ""}.`,
  ];
}

const endedBy: Readonly<Record<string, string>> = {
  events: "it is the most events that one preview reads",
  time: "its time was up",
  openings: "it would have opened too much",
};

function covered(preview: DetectionPreview): string {
  const { events, from, to, coveredUntil, truncatedBy, backfilled, eventsLeftOut, openingsLeftOut } = preview;
  const read = `${counted(events, "event")} read, for ${clock(from)} to ${clock(to)}.`;
  const cut =
    truncatedBy === null ? [] : [`It ended at ${clock(coveredUntil)}, since ${endedBy[truncatedBy] ?? "it was cut"}.`];
  const passed = [
    ...(backfilled > 0 ? [`${counted(backfilled, "event")} came six hours late or later and open nothing.`] : []),
    ...(eventsLeftOut > 0
      ? [`${counted(eventsLeftOut, "event")} of services beyond the first 1,000 were passed over.`]
      : []),
    ...(openingsLeftOut > 0 ? [`${counted(openingsLeftOut, "opening")} aren't listed.`] : []),
  ];
  return [read, ...cut, ...passed].join(" ");
}
