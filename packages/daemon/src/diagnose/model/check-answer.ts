import { type CheckedFix, checkFix } from "./check-fix.ts";
import { type CheckedHypothesis, checkHypothesis } from "./check-hypothesis.ts";
import type { Asked } from "./cite.ts";
import { createDrops } from "./drops.ts";
import * as limits from "./model-limits.ts";
import { spokenText } from "./plain-text.ts";
import { isRecord, listIn, textIn } from "./read-answer.ts";

/** What of an answer can be shown by the evidence. */
export interface CheckedAnswer {
  readonly conclusive: boolean;
  /** About the first hypothesis, as is the summary; empty where what they spoke of was left out. */
  readonly rootCause: string;
  readonly summary: string;
  /** The most likely first. */
  readonly hypotheses: readonly CheckedHypothesis[];
  readonly fixes: readonly CheckedFix[];
}

export type Outcome =
  | { readonly answer: CheckedAnswer; readonly dropped: readonly string[] }
  | { readonly problem: string; readonly dropped: readonly string[] };

/**
 * Takes nothing of an answer on trust. A schema that a server was given isn't kept by every server, and what a model says
 * can have been put into its mouth by a log message.
 */
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
  // They cite nothing themselves: what they say is held by the hypothesis that the answer put first.
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

/** Some models think aloud first, or put JSON into a block of Markdown, whatever they are told. */
function parse(text: string): unknown {
  const thought = text.lastIndexOf(THOUGHT_END);
  const said = thought < 0 ? text : text.slice(thought + THOUGHT_END.length);
  try {
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
