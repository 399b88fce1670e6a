import {
  type Hypothesis,
  type RemediationAction,
  remediationActions,
  type SuggestedFix,
} from "../../model/diagnosis.ts";
import * as limits from "./model-limits.ts";
import {
  CAUSE_CHARS_MAX,
  FIX_DESCRIPTION_CHARS_MAX,
  FIX_TITLE_CHARS_MAX,
  NAME_CHARS_MAX,
  REPLICAS_MAX,
} from "./model-limits.ts";
import { plainText, spokenText } from "./plain-text.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import {
  type Asked,
  citedIn,
  confidenceIn,
  createDrops,
  type Drops,
  isRecord,
  listIn,
  nothing,
  quoted,
  serviceIn,
  textIn,
} from "./read-answer.ts";

export type CheckedFix = Omit<SuggestedFix, "id" | "runbookId">;

/** Minimum, whatever the model says. */
const LEAST_RISK: Readonly<Record<RemediationAction, SuggestedFix["risk"]>> = {
  "restart-service": "low",
  "scale-service": "medium",
  "rollback-deployment": "medium",
  "delete-pod": "low",
};
const risks = ["low", "medium", "high"] as const;
export const higherRisk = (one: SuggestedFix["risk"], other: SuggestedFix["risk"]): SuggestedFix["risk"] =>
  risks.indexOf(one) > risks.indexOf(other) ? one : other;

/** Null if it names unknown things, or cites no evidence. */
export function checkFix(given: unknown, which: string, asked: Asked, drops: Drops): CheckedFix | null {
  const leaveOut = (why: string): null => nothing(drops, `${which} ${why} was left out.`);
  if (!isRecord(given)) return leaveOut("is not an object and");
  const title = spokenText(textIn(given, "title"), FIX_TITLE_CHARS_MAX);
  if (title === "") return leaveOut("has no title and");
  const actionType = actionIn(given["actionType"]);
  if (actionType === undefined)
    return leaveOut(`names the action ${quoted(given["actionType"])}, which is not known, and`);
  const service = serviceIn(given, asked);
  if (service === undefined)
    return leaveOut(`acts on the service ${quoted(given["service"])}, which is not in view, and`);
  const cited = citedIn(given, "evidence", which, asked, drops);
  if (cited.length === 0) return leaveOut("cites no evidence that exists and");
  const parameters = parametersIn(given["parameters"], actionType, which, asked, drops);
  if (parameters === null) return null;
  const risk = risks.find((one) => one === given["risk"]) ?? "high";
  return {
    title,
    description: spokenText(textIn(given, "description"), FIX_DESCRIPTION_CHARS_MAX),
    service,
    actionType,
    parameters,
    risk: actionType === null ? risk : higherRisk(risk, LEAST_RISK[actionType]),
    confidence: confidenceIn(given, which, drops),
    evidence: cited
      .filter(({ evidence }) => evidence.ref === `/events/${encodeURIComponent(evidence.id)}`)
      .map(({ evidence }) => evidence.id),
  };
}

/** Undefined if unknown. */
function actionIn(given: unknown): RemediationAction | null | undefined {
  return given === null || given === undefined ? null : remediationActions.find((action) => action === given);
}

/** The action's parameters only; null if a required one is invalid. */
function parametersIn(
  given: unknown,
  action: RemediationAction | null,
  which: string,
  { prompt }: Asked,
  drops: Drops,
): Readonly<Record<string, unknown>> | null {
  const named = isRecord(given) ? Object.entries(given).filter(([, value]) => value !== null) : [];
  const taken = action === "scale-service" ? "replicas" : action === "delete-pod" ? "pod" : null;
  const others = named.filter(([name]) => name !== taken);
  if (others.length > 0) {
    drops.drop(
      `${which} has parameters that its action doesn't take, such as ${quoted(others[0]?.[0])}; they were left out.`,
    );
  }
  const value = named.find(([name]) => name === taken)?.[1];
  if (taken === "pod") {
    if (typeof value === "string" && prompt.pods.includes(value)) return { pod: value };
    return nothing(drops, `${which} is to delete the pod ${quoted(value)}, which was not seen, and was left out.`);
  }
  if (taken === null || value === undefined) return {};
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= REPLICAS_MAX) return { replicas: value };
  drops.drop(
    `${which} asks for ${quoted(value)} replicas, which is no number from 1 to ${REPLICAS_MAX}; it was left out.`,
  );
  return {};
}

export type CheckedHypothesis = Omit<Hypothesis, "rank">;

/** Null if it names unknown things, or cites no evidence. */
export function checkHypothesis(given: unknown, which: string, asked: Asked, drops: Drops): CheckedHypothesis | null {
  const leaveOut = (why: string): null => nothing(drops, `${which} ${why} was left out.`);
  if (!isRecord(given)) return leaveOut("is not an object and");
  const cause = spokenText(textIn(given, "cause"), CAUSE_CHARS_MAX);
  if (cause === "") return leaveOut("names no cause and");
  const service = serviceIn(given, asked);
  if (service === undefined)
    return leaveOut(`names the service ${quoted(given["service"])}, which is not in view, and`);
  const cited = citedIn(given, "evidence", which, asked, drops);
  if (cited.length === 0) return leaveOut("cites no evidence that exists and");
  const change = changeIn(given["change"], which, asked, drops);
  // The evidence of a blamed change counts as cited.
  const evidence = [...new Set([...cited, ...(change ? [change] : [])])];
  const counterEvidence = citedIn(given, "counterEvidence", which, asked, drops).filter(
    (one) => !evidence.includes(one),
  );
  return {
    cause,
    service,
    metric: metricIn(given["metric"], service, which, asked, drops),
    change: change?.change ? (change.change.gitHash ?? change.change.id) : null,
    confidence: Math.min(confidenceCap(service, evidence), confidenceIn(given, which, drops)),
    evidence: evidence.map((one) => one.evidence.id),
    counterEvidence: counterEvidence.map((one) => one.evidence.id),
  };
}

/** Tolerance for coarse steps and clock differences. */
const LATE_STEPS = 1.5;

function changeIn(
  given: unknown,
  which: string,
  { prompt, picture, onsetAt }: Asked,
  drops: Drops,
): PromptEvidence | null {
  if (given === null || given === undefined) return null;
  const exhibit = prompt.exhibits.find(({ alias, change }) => alias === given && change !== null);
  if (!exhibit?.change) return nothing(drops, `${which} names the change ${quoted(given)}, which doesn't exist.`);
  if (onsetAt !== null && exhibit.change.at > onsetAt + LATE_STEPS * picture.grid.step) {
    return nothing(drops, `${which} names the change ${exhibit.alias}, which came after the trouble had begun.`);
  }
  return exhibit;
}

function metricIn(
  given: unknown,
  service: string | null,
  which: string,
  { picture }: Asked,
  drops: Drops,
): string | null {
  if (given === null || given === undefined || given === "") return null;
  const metric = picture.metrics.find(
    (series) =>
      (service === null || series.service === service) &&
      (series.name === given || plainText(series.name, NAME_CHARS_MAX) === given),
  );
  return metric?.name ?? nothing(drops, `${which} names the metric ${quoted(given)}, which was not seen.`);
}

/** Maximum confidence by the number of cited pieces about the service. */
const CAPS = [0, 0.5, 0.65, 0.75] as const;
const CAP_OF_SEVERAL_KINDS = 0.85;
const CAP_WITHOUT_OWN_EVIDENCE = 0.3;

function confidenceCap(service: string | null, cited: readonly PromptEvidence[]): number {
  const about = cited.filter(({ evidence }) => service === null || evidence.service === service);
  if (about.length === 0) return CAP_WITHOUT_OWN_EVIDENCE;
  const kinds = new Set(about.map(({ evidence }) => evidence.kind));
  if (about.length >= 3 && kinds.size >= 2) return CAP_OF_SEVERAL_KINDS;
  return CAPS[Math.min(about.length, CAPS.length - 1)] ?? 0;
}

export interface CheckedAnswer {
  readonly conclusive: boolean;
  /** About the first hypothesis, like the summary; empty if that was dropped. */
  readonly rootCause: string;
  readonly summary: string;
  readonly hypotheses: readonly CheckedHypothesis[];
  readonly fixes: readonly CheckedFix[];
}

export type Outcome =
  | { readonly answer: CheckedAnswer; readonly dropped: readonly string[] }
  | { readonly problem: string; readonly dropped: readonly string[] };

/** Trusts nothing: servers may ignore the schema, and log messages may inject content. */
export function checkAnswer(text: string, asked: Asked): Outcome {
  const drops = createDrops();
  const given = parse(text);
  if (!isRecord(given))
    return { problem: "The model's answer is not the JSON object that it was asked for.", dropped: [] };
  const checked = listIn(given, "hypotheses", limits.HYPOTHESES_MAX, drops).map((one, index) =>
    checkHypothesis(one, `Hypothesis ${index + 1}`, asked, drops),
  );
  const hypotheses = checked.filter((one) => one !== null).sort((one, other) => other.confidence - one.confidence);
  const fixes = listIn(given, "suggestedFixes", limits.FIXES_MAX, drops)
    .map((one, index) => checkFix(one, `Suggested fix ${index + 1}`, asked, drops))
    .filter((one) => one !== null);
  if (hypotheses.length === 0) {
    return { problem: "Nothing that the model said could be shown by the evidence.", dropped: drops.sentences() };
  }
  // Root cause and summary cite nothing, so they depend on the first hypothesis.
  const isHeld = hypotheses[0] === checked[0];
  if (!isHeld)
    drops.drop("The root cause and the summary speak of a hypothesis that wasn't borne out; they were left out.");
  return {
    answer: {
      conclusive: given["conclusive"] === true,
      rootCause: isHeld ? spokenText(textIn(given, "rootCause"), limits.ROOT_CAUSE_CHARS_MAX) : "",
      summary: isHeld ? spokenText(textIn(given, "summary"), limits.ANSWER_SUMMARY_CHARS_MAX) : "",
      hypotheses,
      fixes,
    },
    dropped: drops.sentences(),
  };
}

const THOUGHT_END = "</think>";

/** Models may add thoughts or Markdown. */
function parse(text: string): unknown {
  const thought = text.lastIndexOf(THOUGHT_END);
  const said = thought < 0 ? text : text.slice(thought + THOUGHT_END.length);
  try {
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
