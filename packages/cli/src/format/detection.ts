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
import { type ChartStyle, sparkline } from "./chart.ts";
import { modeCell, openingColumns, precisionCell, qualityFacts } from "./detection-quality.ts";
import { countText, type Fact, factList } from "./fact-list.ts";
import { severityStyle } from "./incident.ts";
import type { Layout } from "./layout.ts";
import { column, fieldColumn, keyedListingOf, type Listing, styledColumn } from "./listing.ts";
import { type Column, renderTable } from "./table.ts";

/** The rules with their precision, if it is known. */
export const detectionRuleListing = (
  items: readonly DetectionRule[],
  performance: readonly RulePerformance[] = [],
): Listing<DetectionRule> => ({
  items,
  idOf: ({ id }) => id,
  key: { name: "RULE", field: "id" },
  columns: [
    column("STATE", "enabled", ({ enabled }) =>
      enabled ? { text: "on", style: "green" } : { text: "off", style: "gray" },
    ),
    column("MODE", "mode", ({ mode }) => modeCell(mode), { dropPriority: 40 }),
    column("PRECISION", "precision", ({ id }) => precisionCell(performance.find(({ ruleId }) => ruleId === id)), {
      dropPriority: 10,
    }),
    styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 30 }),
    fieldColumn("SOURCE", "source", { dropPriority: 20 }),
    fieldColumn("DETECTS", "description", { minWidth: 10 }),
    fieldColumn("SIGNAL", "signalType", { wide: true }),
    column(
      "RESOLVES AFTER",
      "resolveAfterMinutes",
      ({ resolveAfterMinutes }) => ({ text: `${resolveAfterMinutes}m`, exact: String(resolveAfterMinutes) }),
      { wide: true },
    ),
    column("PARAMETERS", "parameters", ({ parameters }) => JSON.stringify(parameters), { wide: true }),
  ],
});

const sourceText: Readonly<Record<DetectionRule["source"], string>> = {
  "built-in": "built in",
  changed: "built in, changed by the detection file",
  file: "the detection file",
};

/** A rule on a page: its purpose, precision and thresholds. */
export function detectionRuleDetails(
  rule: DetectionRule,
  { width, paint }: Layout,
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
    ([name, value]): Fact => [cleanLine(name), parameterText(name, value)],
  );
  const indent = Math.min(24, Math.max(...facts.concat(parameters).map(([name]) => name.length)) + 2);
  return [
    paint("bold", wrap(cleanLine(rule.id), width)),
    wrap(cleanLine(rule.description), width),
    factList(facts, { width, paint }, indent),
    ...(parameters.length > 0
      ? [`${paint("bold", "Parameters")}\n${factList(parameters, { width, paint }, indent)}`]
      : []),
  ].join("\n\n");
}

const isPlain = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

/** An empty list means any, but an empty list of exceptions means none. */
function parameterText(name: string, value: unknown): string {
  const nothing = name.startsWith("except") ? "none" : "any";
  if (value === null) return "none";
  if (Array.isArray(value) && value.every(isPlain)) return value.length === 0 ? nothing : cleanLine(value.join(", "));
  if (typeof value !== "object") return cleanLine(String(value));
  const labels = Object.entries(value).map(([label, values]) => `${label}: ${parameterText(name, values)}`);
  return labels.length === 0 ? nothing : cleanLine(labels.join("; "));
}

/** A problem as compilers print it (`rules.yaml:3:14: …`), so that editors can jump to it. */
export const problemLine = (file: string, { line, column, message }: DetectionFileProblem): string =>
  `${cleanLine(file)}:${line}:${column}: ${cleanLine(message)}`;

/** A summary of a valid file. */
export function validFileSummary(file: string, rules: readonly DetectionRule[]): string {
  const many = (source: DetectionRule["source"]) => rules.filter((rule) => rule.source === source).length;
  const off = rules.filter(({ enabled }) => !enabled).length;
  return `${cleanLine(file)} is valid: ${countText(rules.length, "rule")}, of which ${many("file")} new, ${many("changed")} changed, ${many("built-in")} built in, ${off} off.`;
}

/** The daemon logs the same at its start. */
export const deprecatedFieldNote = (ruleIds: readonly string[]): string =>
  `The field pattern is deprecated. Write type instead in ${countText(ruleIds.length, "rule")}: ${cleanLine(ruleIds.join(", "))}.`;

export const openingListing = keyedListingOf<DetectionOpening>({ name: "RULE", field: "ruleId" }, [
  openingColumns.age,
  openingColumns.severity,
  openingColumns.service,
  openingColumns.environment,
  openingColumns.title,
  column(
    "INCIDENT",
    "incidentId",
    ({ overlap }) => {
      if (overlap === null) return { text: "none", exact: "" };
      const id = cleanLine(overlap.incidentId);
      return { text: id.slice(0, 8), exact: id };
    },
    { dropPriority: 16 },
  ),
  openingColumns.closed,
  fieldColumn("REASON", "reason", { wide: true }),
  openingColumns.event,
  openingColumns.seen,
]);

const ruleColumns: readonly Column[] = [
  { name: "RULE", minWidth: 10 },
  { name: "OPENINGS" },
  { name: "PER DAY" },
  { name: "SERVICES", dropPriority: 10 },
  { name: "OVERLAPS", dropPriority: 10 },
  { name: "OVER TIME", dropPriority: 12 },
];

const HOUR_MS = 3_600_000;
const BARS_MAX = 24;

/** The summary of a preview: a row for each rule with openings, and the covered time. */
export function previewSummary(
  preview: DetectionPreview,
  { width, paint, drawing }: Layout & { drawing: ChartStyle },
): string {
  const loud = preview.rules.filter(({ openings }) => openings > 0);
  const quiet = preview.rules.length - loud.length;
  const rows = loud.map((rule) => [
    { text: `${cleanLine(rule.ruleId)}${rule.mode === "shadow" ? " (shadow)" : ""}` },
    { text: String(rule.openings) },
    { text: String(rule.perDay) },
    { text: String(rule.services) },
    { text: String(rule.overlapping) },
    { text: drawing === "blocks" ? openingBars(rule, preview) : "" },
  ]);
  const sentences = [
    ...(quiet > 0 ? [`${countText(quiet, "rule")} would have opened no incidents.`] : []),
    ...missedText(preview),
    coverageText(preview),
  ];
  return [
    ...(rows.length > 0 ? [renderTable(ruleColumns, rows, width, paint)] : []),
    ...sentences.map((sentence) => wrap(sentence, width)),
  ].join("\n");
}

/** A sparkline of a rule's openings over the covered time, with at least an hour a bar. */
function openingBars({ ruleId }: DetectionPreviewRule, { openings, from, coveredUntil }: DetectionPreview): string {
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

function missedText({ missedIncidents, missedIncidentsLeftOut }: DetectionPreview): string[] {
  const count = missedIncidents.length + missedIncidentsLeftOut;
  if (count === 0) return [];
  const some = missedIncidents
    .slice(0, 5)
    .map(({ incidentId, ruleId }) => `${cleanLine(incidentId)} (${cleanLine(ruleId)})`);
  return [
    `${countText(count, "incident")} of that time would not have opened: ${some.join(", ")}${count > some.length ? ", …" : ""}.`,
  ];
}

const truncationReasons: Readonly<Record<string, string>> = {
  events: "of the limit on events",
  time: "of the time limit",
  openings: "of the limit on openings",
};

function coverageText(preview: DetectionPreview): string {
  const { events, from, to, coveredUntil, truncatedBy, backfilled, eventsLeftOut, openingsLeftOut } = preview;
  const read = `${countText(events, "event")} read, for ${clock(from)} to ${clock(to)}.`;
  const cut =
    truncatedBy === null
      ? []
      : [`The replay ended at ${clock(coveredUntil)} because ${truncationReasons[truncatedBy] ?? "it was cut"}.`];
  const passed = [
    ...(backfilled > 0
      ? [`${countText(backfilled, "event")} came six hours late or later and open no incidents.`]
      : []),
    ...(eventsLeftOut > 0
      ? [`${countText(eventsLeftOut, "event")} of services beyond the first 1,000 were skipped.`]
      : []),
    ...(openingsLeftOut > 0 ? [`${countText(openingsLeftOut, "opening")} are not listed.`] : []),
  ];
  return [read, ...cut, ...passed].join(" ");
}
