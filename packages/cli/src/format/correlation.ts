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
import type { Style } from "../text/paint.ts";
import { age, clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import type { Sheet } from "./diagnosis.ts";
import { counted, type Fact, factLines, heading, optional, pairs } from "./facts.ts";
import { type Listing, textCell } from "./listing.ts";

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
const shortId = (id: string | null) => ({ text: cleanLine(id?.slice(0, 8) ?? "-"), whole: cleanLine(id ?? "") });

/** Minutes as people say them: `15m`, `2h`, `7d`. */
function minutes(count: number): string {
  if (count >= 1_440 && count % 1_440 === 0) return `${count / 1_440}d`;
  return count >= 60 && count % 60 === 0 ? `${count / 60}h` : `${count}m`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const named = (values: readonly string[] | null | undefined): string => cleanLine(values?.join(", ") || "all");

/** The rules as a list, in the order in which they are tried. */
export const ruleListing = (items: readonly CorrelationRule[]): Listing<CorrelationRule> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    {
      name: "STATE",
      field: "enabled",
      of: ({ enabled }) =>
        enabled ? { text: "on", style: "green", whole: "true" } : { text: "off", style: "gray", whole: "false" },
    },
    { name: "PRIORITY", field: "priority", optional: 10, of: ({ priority }) => ({ text: String(priority) }) },
    { name: "ACTION", field: "action", of: ({ action }) => actionCell(action) },
    { name: "NAME", field: "name", flexible: 10, of: ({ name }) => textCell(name) },
    {
      name: "SAME",
      field: "matchFields",
      flexible: 8,
      optional: 20,
      of: ({ conditions }) => textCell(conditions.matchFields.join(",")),
    },
    {
      name: "WITHIN",
      field: "timeWindowMinutes",
      optional: 12,
      of: ({ conditions: { timeWindowMinutes: window } }) => ({ text: minutes(window), whole: String(window) }),
    },
    {
      name: "SEVERITIES",
      field: "severities",
      wide: true,
      of: ({ conditions }) => textCell(conditions.severities?.join(",")),
    },
    {
      name: "SIGNALS",
      field: "signalTypes",
      wide: true,
      of: ({ conditions }) => textCell(conditions.signalTypes?.join(",")),
    },
    { name: "DESCRIPTION", field: "description", wide: true, of: ({ description }) => textCell(description) },
    { name: "UPDATED", field: "updatedAt", wide: true, of: ({ updatedAt }) => textCell(updatedAt) },
  ],
});

const conditionFacts = ({
  matchFields: fields,
  timeWindowMinutes,
  severities,
  signalTypes,
}: RuleConditions): Fact[] => [
  ["same", cleanLine(fields.join(", "))],
  ["within", minutes(timeWindowMinutes)],
  ["severities", named(severities)],
  ["signals", named(signalTypes)],
];

/** A rule on a page. */
export function ruleDetails(rule: CorrelationRule, sheet: Sheet & { readonly now: number }): string {
  const { paint, now } = sheet;
  const facts: Fact[] = [
    ["id", cleanLine(rule.id)],
    ["state", rule.enabled ? paint("green", "on") : paint("gray", "off")],
    ["action", paint(actionStyle[rule.action], cleanLine(rule.action))],
    ["priority", String(rule.priority)],
    ...conditionFacts(rule.conditions),
    ["changed", `${clock(rule.updatedAt)} (${age(rule.updatedAt, now)} ago)`],
    ...optional("for", rule.description),
  ];
  return [heading(rule.name, sheet), factLines(facts, sheet)].join("\n");
}

/** What a draft would have done, on a page. */
export function previewText(draft: RuleDraft, preview: RulePreview, sheet: Sheet): string {
  const { lookbackDays, evaluated, merged, grouped, suppressed, samples } = preview;
  const { conditions } = draft;
  const share = (count: number) => `${count}${evaluated > 0 ? ` (${percent(count / evaluated)})` : ""}`;
  const facts: Fact[] = [
    ["action", cleanLine(draft.action)],
    ...conditionFacts({
      ...conditions,
      severities: conditions.severities ?? null,
      signalTypes: conditions.signalTypes ?? null,
    }),
    ["looked at", `${counted(evaluated, "incident")} of the last ${counted(lookbackDays, "day")}`],
    ["merged", share(merged)],
    ["grouped", share(grouped)],
    ["suppressed", share(suppressed)],
  ];
  const pairsOf = samples.map(({ action, incidentId, relatedIncidentId, gapMinutes, reason }) => {
    const [newer, older] = [cleanLine(incidentId.slice(0, 8)), cleanLine(relatedIncidentId.slice(0, 8))];
    return wrapHanging(
      `${newer} ${verb[action]} ${older}, ${gapMinutes} min later: ${cleanLine(reason)}`,
      sheet.width - 2,
      2,
    );
  });
  return [
    heading(`What ${draft.name ? `“${draft.name}”` : "the draft"} would have done`, sheet),
    factLines(facts, sheet),
    ...(pairsOf.length > 0
      ? ["", sheet.paint("bold", "The newest pairs"), ...pairsOf.map((pair) => `  ${pair.replaceAll("\n", "\n  ")}`)]
      : []),
  ].join("\n");
}

const verb: Readonly<Record<DecisionAction, string>> = {
  merge: "into",
  group: "beside",
  suppress: "silenced by",
  none: "not with",
};

/** The decisions as a list. */
export const decisionListing = (items: readonly CorrelationDecision[]): Listing<CorrelationDecision> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "ACTION", field: "action", of: ({ action }) => actionCell(action) },
    // Ids of decisions that were made at once are long where they are told apart.
    { name: "INCIDENT", field: "incidentId", optional: 3, of: ({ incidentId }) => shortId(incidentId) },
    {
      name: "WITH",
      field: "relatedIncidentId",
      optional: 8,
      of: ({ relatedIncidentId }) => shortId(relatedIncidentId),
    },
    { name: "RULE", field: "ruleName", flexible: 3, of: ({ ruleName }) => textCell(ruleName) },
    {
      name: "GAP",
      field: "gapMinutes",
      optional: 12,
      of: ({ gapMinutes: gap }) => ({ text: gap === null ? "-" : `${gap}m`, whole: gap === null ? "" : String(gap) }),
    },
    { name: "REASON", field: "reason", flexible: 10, optional: 30, of: ({ reason }) => textCell(reason) },
    { name: "AGAIN", field: "repeats", optional: 14, of: ({ repeats }) => ({ text: String(repeats) }) },
    {
      name: "AGE",
      field: "createdAt",
      optional: 10,
      of: ({ createdAt }, now) => ({ text: age(createdAt, now), whole: createdAt }),
    },
    { name: "RULE ID", field: "ruleId", wide: true, of: ({ ruleId }) => textCell(ruleId) },
    { name: "COMPARED", field: "compared", wide: true, of: ({ compared }) => textCell(pairs(compared)) },
    { name: "LAST", field: "lastAt", wide: true, of: ({ lastAt }) => textCell(lastAt) },
  ],
});

/** Why an incident stands alone, was merged, grouped or never stored, and what was added to it. */
export function explanationText(
  id: string,
  incident: Incident | undefined,
  decisions: readonly CorrelationDecision[],
  sheet: Sheet,
): string {
  const own = decisions.filter(({ incidentId }) => incidentId === id);
  const others = decisions.filter(({ incidentId }) => incidentId !== id);
  const facts: Fact[] = [
    ["id", cleanLine(id)],
    ["stored", incident ? `yes, ${cleanLine(incident.status)}` : "no, it was suppressed"],
    ...(incident?.parentIncidentId ? [["merged into", cleanLine(incident.parentIncidentId)] as const] : []),
    ...(incident && incident.duplicateCount > 0 ? [["duplicates", String(incident.duplicateCount)] as const] : []),
  ];
  return [
    heading(incident?.title ?? `Incident ${id.slice(0, 8)}`, sheet),
    factLines(facts, sheet),
    ...section("What became of it", own, sheet),
    ...section("What came to it", others, sheet),
    ...(decisions.length === 0
      ? [wrap("Nothing was decided about it, or longer ago than decisions are kept.", sheet.width)]
      : []),
  ].join("\n");
}

function section(title: string, decisions: readonly CorrelationDecision[], sheet: Sheet): string[] {
  if (decisions.length === 0) return [];
  return ["", sheet.paint("bold", title), ...decisions.map((decision) => decisionText(decision, sheet))];
}

const DECISION_INDENT = 4;

function decisionText(decision: CorrelationDecision, { width, paint }: Sheet): string {
  const { action, incidentId, relatedIncidentId, compared, reason, createdAt, repeats } = decision;
  const pair = [incidentId, relatedIncidentId].map((id) => cleanLine(id?.slice(0, 8) ?? ""));
  const what = relatedIncidentId === null ? "" : `${pair[0]} ${verb[action]} ${pair[1]}`;
  const lines = [
    `by ${deciderOf(decision)}: ${cleanLine(reason)}`,
    Object.keys(compared).length > 0 ? `compared: ${cleanLine(pairs(compared))}` : "",
    repeats > 0 ? `decided again ${counted(repeats, "time")}, last at ${clock(decision.lastAt)}` : "",
  ].filter((line) => line !== "");
  const margin = " ".repeat(DECISION_INDENT);
  return [
    `  ${wrapHanging(`${clock(createdAt)} ${action} ${what}`.trimEnd(), width, DECISION_INDENT).replace(action, paint(actionStyle[action], action))}`,
    ...lines.map((line) => margin + wrapHanging(line, width, DECISION_INDENT)),
  ].join("\n");
}

/** The built-in correlation has a name and no id. */
function deciderOf({ ruleId, ruleName }: CorrelationDecision): string {
  if (ruleName === null) return "no rule";
  return ruleId === null ? `the ${cleanLine(ruleName)} correlation` : `the rule “${cleanLine(ruleName)}”`;
}

/** What is recommended for the priorities of the rules, as a list. */
export const recommendationListing = (items: readonly TuningRecommendation[]): Listing<TuningRecommendation> => ({
  items,
  idOf: ({ ruleId }) => ruleId,
  columns: [
    {
      name: "ADVICE",
      field: "recommendation",
      of: ({ recommendation }) => ({
        text: cleanLine(recommendation),
        style: recommendation === "keep" ? "gray" : "yellow",
      }),
    },
    { name: "NOW", field: "currentPriority", of: ({ currentPriority }) => ({ text: String(currentPriority) }) },
    { name: "TO", field: "suggestedPriority", of: ({ suggestedPriority }) => ({ text: String(suggestedPriority) }) },
    { name: "NAME", field: "name", flexible: 10, of: ({ name }) => textCell(name) },
    { name: "DECIDED", field: "usageCount", optional: 12, of: ({ usageCount }) => ({ text: String(usageCount) }) },
    {
      name: "ENDED WELL",
      field: "resolvedCount",
      optional: 14,
      of: ({ resolvedCount }) => ({ text: String(resolvedCount) }),
    },
    {
      name: "RATE",
      field: "successRate",
      optional: 12,
      of: ({ successRate }) => ({ text: percent(successRate), whole: String(successRate) }),
    },
    { name: "WHY", field: "rationale", flexible: 20, optional: 40, of: ({ rationale }) => textCell(rationale) },
  ],
});
