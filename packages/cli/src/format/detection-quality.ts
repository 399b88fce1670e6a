import type {
  DetectionOpening,
  DetectionRule,
  FeedbackVerdict,
  IncidentFeedback,
  OpeningsMeasured,
  Precision,
  RulePerformance,
  ShadowOpening,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { wrap } from "../text/wrap.ts";
import { countText, type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import { severityStyle } from "./incident.ts";
import type { Layout } from "./layout.ts";
import {
  ageColumn,
  column,
  fieldColumn,
  keyedListingOf,
  type ListCell,
  type ListColumn,
  listingOf,
  styledColumn,
  textCell,
} from "./listing.ts";

const verdicts: readonly FeedbackVerdict[] = ["useful", "noise"];

/** Parses a verdict; undefined for other words, such as an id. */
export const parseVerdict = (word: string): FeedbackVerdict | undefined =>
  verdicts.find((verdict) => verdict === word.toLowerCase());

const verdictStyle: Readonly<Record<FeedbackVerdict, Style>> = { useful: "green", noise: "yellow" };
const verdictCell = (verdict: FeedbackVerdict | null): ListCell =>
  verdict === null ? textCell(null) : { text: cleanLine(verdict), style: verdictStyle[verdict] };

export const feedbackListing = keyedListingOf<IncidentFeedback>({ name: "PERSON", field: "by" }, [
  column("VERDICT", "verdict", ({ verdict }) => verdictCell(verdict)),
  fieldColumn("NOTE", "note", { minWidth: 10 }),
  ageColumn("AGE", "updatedAt", { dropPriority: 12 }),
]);

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The precision with its confidence interval, such as `92% (85%–96%)`; a dash without verdicts. */
export const precisionText = ({ value, lower, upper }: Precision): string =>
  value === null ? "-" : `${percent(value)} (${percent(lower)}–${percent(upper)})`;

/** The measured openings of a rule; for a shadow rule its shadow openings. */
const measuredOpenings = (rule: RulePerformance): OpeningsMeasured => (rule.mode === "shadow" ? rule.shadow : rule);

export function precisionCell(rule: RulePerformance | undefined): ListCell {
  if (!rule) return textCell(null);
  const { precision } = measuredOpenings(rule);
  return { text: precisionText(precision), exact: precision.value === null ? "" : String(precision.value) };
}

const recommendationStyle: Readonly<Record<RulePerformance["recommendation"], Style>> = {
  promote: "green",
  demote: "yellow",
  keep: "gray",
};

const openingsColumn = (name: string, field: "opened" | "useful" | "noise" | "unjudged", dropPriority: number) =>
  column<RulePerformance>(name, field, (rule) => measuredOpenings(rule)[field], { dropPriority });

export const performanceListing = keyedListingOf<RulePerformance>({ name: "RULE", field: "ruleId" }, [
  column("MODE", "mode", ({ mode }) => modeCell(mode), { dropPriority: 8 }),
  column("PRECISION", "precision", precisionCell),
  openingsColumn("USEFUL", "useful", 20),
  openingsColumn("NOISE", "noise", 20),
  openingsColumn("UNJUDGED", "unjudged", 10),
  openingsColumn("OPENED", "opened", 15),
  styledColumn("ADVICE", "recommendation", recommendationStyle),
  column("LOWER", "lower", (rule) => measuredOpenings(rule).precision.lower, { wide: true }),
  column("UPPER", "upper", (rule) => measuredOpenings(rule).precision.upper, { wide: true }),
  fieldColumn("WHY", "rationale", { wide: true }),
]);

export const modeCell = (mode: DetectionRule["mode"]): ListCell => ({
  text: cleanLine(mode),
  style: mode === "shadow" ? "yellow" : "green",
});

export const modeChangeText = ({ id, mode, modeReason }: DetectionRule): string =>
  `${cleanLine(id)} is ${mode === "shadow" ? "in shadow" : cleanLine(mode)}: ${cleanLine(modeReason ?? "")}`;

export function qualityFacts(rule: DetectionRule, performance: RulePerformance | undefined): Fact[] {
  const set = rule.modeBy === null ? "" : `, set by ${cleanLine(rule.modeBy)}`;
  const since = rule.modeSince === null ? "" : ` since ${clock(rule.modeSince)}`;
  return [
    ["mode", `${cleanLine(rule.mode)}${since}${set}`],
    ...optionalFact("reason", rule.modeReason),
    ...optionalFact("precision", performance && precisionText(measuredOpenings(performance).precision)),
    ...optionalFact("advice", performance && `${performance.recommendation}: ${performance.rationale}`),
  ];
}

type OpeningColumn = ListColumn<DetectionOpening | ShadowOpening>;

/** Columns that previews and shadow openings share. */
export const openingColumns = {
  age: ageColumn("AGE", "openedAt"),
  severity: styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 18 }),
  service: fieldColumn("SERVICE", "service", { minWidth: 8, dropPriority: 20 }),
  environment: fieldColumn("ENVIRONMENT", "environment", { wide: true }),
  title: fieldColumn("TITLE", "title", { minWidth: 10 }),
  closed: fieldColumn("CLOSED", "closedAt", { wide: true }),
  event: fieldColumn("EVENT", "triggeringEventId", { wide: true }),
  seen: column("", "observations", ({ observations: seen }) => ({
    text: seen > 1 ? `×${seen}` : "",
    exact: String(seen),
  })),
} satisfies Readonly<Record<string, OpeningColumn>>;

export const shadowListing = listingOf<ShadowOpening>([
  openingColumns.age,
  openingColumns.severity,
  fieldColumn("RULE", "ruleId", { minWidth: 8 }),
  openingColumns.service,
  openingColumns.environment,
  openingColumns.title,
  // Reviewers need to see which openings have a verdict.
  column("VERDICT", "verdict", ({ verdict }) => verdictCell(verdict), { dropPriority: 12 }),
  openingColumns.closed,
  fieldColumn("INCIDENT", "incidentId", { wide: true }),
  openingColumns.event,
  openingColumns.seen,
]);

const verdictFrom: Readonly<Record<string, string>> = {
  feedback: "by feedback",
  incident: "by the incident of that time",
};

export function shadowDetails(opening: ShadowOpening, layout: Layout): string {
  const { paint, width } = layout;
  const facts: Fact[] = [
    ["rule", cleanLine(opening.ruleId)],
    ["severity", paint(severityStyle[opening.severity] ?? "bold", cleanLine(opening.severity))],
    ["service", `${cleanLine(opening.service)} in ${cleanLine(opening.environment)}`],
    [
      "opened",
      `${clock(opening.openedAt)}, seen ${countText(opening.observations, "time")} until ${clock(opening.lastSeenAt)}`,
    ],
    ["closed", opening.closedAt === null ? "not yet" : clock(opening.closedAt)],
    ["event", cleanLine(opening.triggeringEventId)],
    ["incident", opening.incidentId === null ? "none" : cleanLine(opening.incidentId)],
    [
      "verdict",
      opening.verdict === null
        ? "none"
        : `${cleanLine(opening.verdict)}, ${verdictFrom[opening.verdictFrom ?? ""] ?? cleanLine(opening.verdictFrom ?? "")}`,
    ],
  ];
  return [heading(opening.title, layout), wrap(cleanLine(opening.description), width), factList(facts, layout)].join(
    "\n\n",
  );
}
