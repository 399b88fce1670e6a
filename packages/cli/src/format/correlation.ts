import type {
  CorrelationAction,
  CorrelationDecision,
  CorrelationRule,
  DecisionAction,
  Incident,
  MatchField,
  RuleConditions,
  RuleDraft,
  RulePreview,
  TuningRecommendation,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { minutesText, percentText } from "../text/figure.ts";
import type { Style } from "../text/paint.ts";
import { ago, clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { countText, type Fact, factList, heading, keyValueText, optionalFact } from "./fact-list.ts";
import type { Layout, TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, type Listing, listingOf } from "./listing.ts";

export const matchFields: readonly MatchField[] = ["service", "signalType", "severity"];
export const ruleActions: readonly CorrelationAction[] = ["merge", "group", "suppress"];
export const decisionActions: readonly DecisionAction[] = [...ruleActions, "none"];

const actionStyle: Readonly<Record<DecisionAction, Style>> = {
  merge: "cyan",
  group: "blue",
  suppress: "yellow",
  none: "gray",
};
const actionCell = (action: DecisionAction) => ({ text: cleanLine(action), style: actionStyle[action] });
const shortId = (id: string | null) => ({ text: cleanLine(id?.slice(0, 8) ?? "-"), exact: cleanLine(id ?? "") });

/** Minutes in the largest whole unit: `15m`, `2h`, `7d`. */
function minutes(count: number): string {
  if (count >= 1_440 && count % 1_440 === 0) return `${count / 1_440}d`;
  return count >= 60 && count % 60 === 0 ? `${count / 60}h` : `${count}m`;
}

const named = (values: readonly string[] | null | undefined): string => cleanLine(values?.join(", ") || "all");

/** The rules in the order in which they are applied. */
export const ruleListing = listingOf<CorrelationRule>([
  column("STATE", "enabled", ({ enabled }) =>
    enabled ? { text: "on", style: "green", exact: "true" } : { text: "off", style: "gray", exact: "false" },
  ),
  fieldColumn("PRIORITY", "priority", { dropPriority: 10 }),
  column("ACTION", "action", ({ action }) => actionCell(action)),
  fieldColumn("NAME", "name", { minWidth: 10 }),
  column("MATCH", "matchFields", ({ conditions }) => conditions.matchFields.join(","), {
    minWidth: 8,
    dropPriority: 20,
  }),
  column(
    "WITHIN",
    "timeWindowMinutes",
    ({ conditions: { timeWindowMinutes: window } }) => ({ text: minutes(window), exact: String(window) }),
    { dropPriority: 12 },
  ),
  column("SEVERITIES", "severities", ({ conditions }) => conditions.severities?.join(","), { wide: true }),
  column("SIGNALS", "signalTypes", ({ conditions }) => conditions.signalTypes?.join(","), { wide: true }),
  fieldColumn("DESCRIPTION", "description", { wide: true }),
  fieldColumn("UPDATED", "updatedAt", { wide: true }),
]);

const conditionFacts = ({
  matchFields: fields,
  timeWindowMinutes,
  severities,
  signalTypes,
}: RuleConditions): Fact[] => [
  ["match", cleanLine(fields.join(", "))],
  ["within", minutes(timeWindowMinutes)],
  ["severities", named(severities)],
  ["signals", named(signalTypes)],
];

export function ruleDetails(rule: CorrelationRule, layout: TimedLayout): string {
  const { paint, now } = layout;
  const facts: Fact[] = [
    ["id", cleanLine(rule.id)],
    ["state", rule.enabled ? paint("green", "on") : paint("gray", "off")],
    ["action", paint(actionStyle[rule.action], cleanLine(rule.action))],
    ["priority", String(rule.priority)],
    ...conditionFacts(rule.conditions),
    ["changed", `${clock(rule.updatedAt)} (${ago(rule.updatedAt, now)})`],
    ...optionalFact("purpose", rule.description),
  ];
  return [heading(rule.name, layout), factList(facts, layout)].join("\n");
}

export function previewText(draft: RuleDraft, preview: RulePreview, layout: Layout): string {
  const { lookbackDays, evaluated, merged, grouped, suppressed, samples } = preview;
  const { conditions } = draft;
  const share = (count: number) => `${count}${evaluated > 0 ? ` (${percentText(count / evaluated)})` : ""}`;
  const facts: Fact[] = [
    ["action", cleanLine(draft.action)],
    ...conditionFacts({
      ...conditions,
      severities: conditions.severities ?? null,
      signalTypes: conditions.signalTypes ?? null,
    }),
    ["evaluated", `${countText(evaluated, "incident")} of the last ${countText(lookbackDays, "day")}`],
    ["merged", share(merged)],
    ["grouped", share(grouped)],
    ["suppressed", share(suppressed)],
  ];
  const pairsOf = samples.map(({ action, incidentId, relatedIncidentId, gapMinutes, reason }) => {
    const [newer, older] = [cleanLine(incidentId.slice(0, 8)), cleanLine(relatedIncidentId.slice(0, 8))];
    return wrapHanging(
      `${newer} ${verb[action]} ${older}, ${minutesText(gapMinutes)} later: ${cleanLine(reason)}`,
      layout.width - 2,
      2,
    );
  });
  return [
    heading(`Preview of ${draft.name ? `“${draft.name}”` : "the draft"}`, layout),
    factList(facts, layout),
    ...(pairsOf.length > 0
      ? ["", layout.paint("bold", "The newest pairs"), ...pairsOf.map((pair) => `  ${pair.replaceAll("\n", "\n  ")}`)]
      : []),
  ].join("\n");
}

const verb: Readonly<Record<DecisionAction, string>> = {
  merge: "into",
  group: "beside",
  suppress: "silenced by",
  none: "not with",
};

export const decisionListing = listingOf<CorrelationDecision>([
  column("ACTION", "action", ({ action }) => actionCell(action)),
  // Ids of decisions made at the same time share a long prefix.
  column("INCIDENT", "incidentId", ({ incidentId }) => shortId(incidentId), { dropPriority: 3 }),
  column("WITH", "relatedIncidentId", ({ relatedIncidentId }) => shortId(relatedIncidentId), { dropPriority: 8 }),
  fieldColumn("RULE", "ruleName", { minWidth: 3 }),
  column(
    "GAP",
    "gapMinutes",
    ({ gapMinutes: gap }) => ({ text: gap === null ? "-" : `${gap}m`, exact: gap === null ? "" : String(gap) }),
    { dropPriority: 12 },
  ),
  fieldColumn("REASON", "reason", { minWidth: 10, dropPriority: 30 }),
  fieldColumn("REPEATS", "repeats", { dropPriority: 14 }),
  ageColumn("AGE", "createdAt", { dropPriority: 10 }),
  fieldColumn("RULE ID", "ruleId", { wide: true }),
  column("COMPARED", "compared", ({ compared }) => keyValueText(compared), { wide: true }),
  fieldColumn("LAST", "lastAt", { wide: true }),
]);

/** Explains an incident by the decisions about it and about the incidents related to it. */
export function explanationText(
  id: string,
  incident: Incident | undefined,
  decisions: readonly CorrelationDecision[],
  layout: Layout,
): string {
  const own = decisions.filter(({ incidentId }) => incidentId === id);
  const others = decisions.filter(({ incidentId }) => incidentId !== id);
  const facts: Fact[] = [
    ["id", cleanLine(id)],
    ["stored", incident ? `yes, ${cleanLine(incident.status)}` : "no, it was suppressed"],
    ...optionalFact("merged into", incident?.parentIncidentId),
    ...optionalFact("duplicates", incident && incident.duplicateCount > 0 && String(incident.duplicateCount)),
  ];
  return [
    heading(incident?.title ?? `Incident ${id.slice(0, 8)}`, layout),
    factList(facts, layout),
    ...section("Decisions about this incident", own, layout),
    ...section("Decisions about other incidents", others, layout),
    ...(decisions.length === 0
      ? [wrap("There are no decisions about it, or they are past their retention.", layout.width)]
      : []),
  ].join("\n");
}

function section(title: string, decisions: readonly CorrelationDecision[], layout: Layout): string[] {
  if (decisions.length === 0) return [];
  return ["", layout.paint("bold", title), ...decisions.map((decision) => decisionText(decision, layout))];
}

const DECISION_INDENT = 4;

function decisionText(decision: CorrelationDecision, { width, paint }: Layout): string {
  const { action, incidentId, relatedIncidentId, compared, reason, createdAt, repeats } = decision;
  const pair = [incidentId, relatedIncidentId].map((id) => cleanLine(id?.slice(0, 8) ?? ""));
  const what = relatedIncidentId === null ? "" : `${pair[0]} ${verb[action]} ${pair[1]}`;
  const lines = [
    `by ${deciderOf(decision)}: ${cleanLine(reason)}`,
    Object.keys(compared).length > 0 ? `compared: ${cleanLine(keyValueText(compared))}` : "",
    repeats > 0 ? `decided again ${countText(repeats, "time")}, last at ${clock(decision.lastAt)}` : "",
  ].filter((line) => line !== "");
  const margin = " ".repeat(DECISION_INDENT);
  return [
    `  ${wrapHanging(`${clock(createdAt)} ${action} ${what}`.trimEnd(), width, DECISION_INDENT).replace(action, paint(actionStyle[action], action))}`,
    ...lines.map((line) => margin + wrapHanging(line, width, DECISION_INDENT)),
  ].join("\n");
}

/** Built-in correlation has a name but no id. */
function deciderOf({ ruleId, ruleName }: CorrelationDecision): string {
  if (ruleName === null) return "no rule";
  return ruleId === null ? `the ${cleanLine(ruleName)} correlation` : `the rule “${cleanLine(ruleName)}”`;
}

export const recommendationListing = (items: readonly TuningRecommendation[]): Listing<TuningRecommendation> => ({
  items,
  idOf: ({ ruleId }) => ruleId,
  columns: [
    column("ADVICE", "recommendation", ({ recommendation }) => ({
      text: cleanLine(recommendation),
      style: recommendation === "keep" ? "gray" : "yellow",
    })),
    fieldColumn("NOW", "currentPriority"),
    fieldColumn("TO", "suggestedPriority"),
    fieldColumn("NAME", "name", { minWidth: 10 }),
    fieldColumn("DECISIONS", "usageCount", { dropPriority: 12 }),
    fieldColumn("RESOLVED", "resolvedCount", { dropPriority: 14 }),
    column(
      "RATE",
      "successRate",
      ({ successRate }) => ({ text: percentText(successRate), exact: String(successRate) }),
      {
        dropPriority: 12,
      },
    ),
    fieldColumn("WHY", "rationale", { minWidth: 20, dropPriority: 40 }),
  ],
});
