import { count } from "../../detect/text.ts";
import { excerpt } from "../../kernel/excerpt.ts";
import { enumerate } from "../../signal/words.ts";
import type { Picture } from "../picture.ts";
import type { Analysis } from "./analysis.ts";
import { type JudgedChange, judgeChanges } from "./changes.ts";
import { CONCLUSIVE_FROM, confidencesOf } from "./confidence.ts";
import { openBook } from "./evidence.ts";
import { fixesOf } from "./fixes.ts";
import { type Finding, findingOf } from "./hypothesis.ts";
import { clockTime } from "./sentences.ts";
import { rankSuspects } from "./suspect.ts";
import { type View, viewOf } from "./view.ts";

const HYPOTHESES_MAX = 5;
const SUMMARY_CHARACTERS_MAX = 1500;

/** Reckons from the picture alone: the same picture gives the same analysis, byte by byte. */
export function analyse(picture: Picture): Analysis {
  const view = viewOf(picture);
  const changes = judgeChanges(view);
  const suspects = rankSuspects(view, changes).slice(0, HYPOTHESES_MAX);
  const confidences = confidencesOf(suspects);
  const book = openBook(picture);
  const findings = suspects.map((suspect, index) =>
    findingOf(view, suspect, changes, { rank: index + 1, confidence: confidences[index] ?? 0 }, book),
  );
  const [first] = findings;
  const conclusive = first !== undefined && first.hypothesis.confidence >= CONCLUSIVE_FROM;
  const suggestedFixes = fixesOf(view, findings, book);
  return {
    conclusive,
    diagnosis: {
      rootCause: conclusive ? first.hypothesis.cause : "",
      summary: excerpt(summaryOf(view, findings, changes, conclusive), SUMMARY_CHARACTERS_MAX),
      impactedServices: impactedBy(view, conclusive ? first : undefined),
      suggestedFixes,
      confidenceScore: first?.hypothesis.confidence ?? 0,
      hypotheses: findings.map(({ hypothesis }) => hypothesis),
      changeAtFault: faultOf(picture, first, conclusive),
      evidence: book.pieces(),
      onsetAt: view.onsetAt === null ? null : new Date(view.onsetAt).toISOString(),
      omitted: picture.omitted,
      model: null,
    },
  };
}

/** Null where no change was there to be looked at, or where it remains open whether one is to blame. */
function faultOf({ changes }: Picture, first: Finding | undefined, conclusive: boolean): boolean | null {
  if (changes.length === 0) return null;
  const blamed = first !== undefined && first.hypothesis.change !== null;
  return blamed && !conclusive ? null : blamed;
}

/** The incident's own, then the root and those that call it and deviate. */
function impactedBy({ picture }: View, finding: Finding | undefined): string[] {
  const { primaryService, affectedServices } = picture.incident;
  const own = primaryService === null ? affectedServices : [primaryService, ...affectedServices];
  return [...new Set([...own, ...(finding ? [finding.suspect.service, ...finding.victims] : [])])];
}

function summaryOf(
  view: View,
  findings: readonly Finding[],
  changes: readonly JudgedChange[],
  conclusive: boolean,
): string {
  const [first, second] = findings;
  const sentences = [
    view.onsetAt === null
      ? "Nothing that was measured shows when the trouble began."
      : `The trouble began at ${clockTime(view.onsetAt)}.`,
    lookedAt(view),
  ];
  if (conclusive && first) sentences.push(first.hypothesis.cause);
  else if (first)
    sentences.push(`The evidence doesn't carry a root cause; the likeliest is this. ${first.hypothesis.cause}`);
  else sentences.push("Nothing among it deviates, so the evidence doesn't carry a root cause.");
  if (second && conclusive) sentences.push(`Less likely: ${second.hypothesis.cause}`);
  if (changes.length === 0) sentences.push("No changes are known around the time.");
  else if (!findings.some(({ hypothesis }) => hypothesis.change !== null)) {
    sentences.push(`Of ${count(changes.length, "change")} around the time, none explains it.`);
  }
  return sentences.join(" ");
}

function lookedAt({ picture }: View): string {
  const { services, metrics, patterns, changes, probes } = picture;
  const names = services.slice(0, 4).map(({ name }) => name);
  const of =
    names.length === 0 ? "" : ` of ${services.length > 4 ? count(services.length, "service") : enumerate(names)}`;
  return (
    `Looked at ${metrics.length} metric series, ${count(patterns.length, "kind")} of messages, ` +
    `${count(changes.length, "change")} and ${count(probes.length, "probe")}${of}.`
  );
}
