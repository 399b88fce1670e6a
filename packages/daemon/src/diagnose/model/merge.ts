import { wordsIn } from "../../kernel/search-terms.ts";
import type { Diagnosis, Hypothesis, SuggestedFix } from "../../model/diagnosis.ts";
import type { Analysis } from "../analyse/analyse.ts";
import { runbookFor } from "../analyse/fixes.ts";
import { CONCLUSIVE_FROM } from "../analyse/suspect.ts";
import type { KnownRunbook, Picture } from "../gather/incident-picture.ts";
import { type CheckedAnswer, type CheckedFix, type CheckedHypothesis, higherRisk } from "./check-answer.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** Evidence that a model needs to conclude alone, and its maximum confidence then. */
const EVIDENCE_TO_CONCLUDE = 2;
const CONFIDENCE_ALONE_MAX = 0.6;
/** Maximum confidence if the model is inconclusive itself. */
const CONFIDENCE_IN_DOUBT_MAX = 0.3;

/**
 * Adds the model's hypotheses as far as evidence supports them. The analyser's hypotheses stay: the model can't
 * remove a root cause.
 */
export function merge(
  { conclusive, diagnosis }: Analysis,
  answer: CheckedAnswer,
  exhibits: readonly PromptEvidence[],
  picture: Picture,
): Analysis {
  const most = !answer.conclusive ? CONFIDENCE_IN_DOUBT_MAX : conclusive ? 1 : CONFIDENCE_ALONE_MAX;
  const passedOver = [...diagnosis.hypotheses];
  const said = answer.hypotheses.map((one) => withBuiltIn(one, passedOver, most));
  const ranked = [...passedOver, ...said].sort((one, other) => other.confidence - one.confidence);
  const hypotheses = ranked.map((one, index) => ({ ...one, rank: index + 1 }));
  const [first] = hypotheses;
  if (!first) return { conclusive, diagnosis };
  const merged = {
    ...diagnosis,
    hypotheses,
    confidenceScore: first.confidence,
    evidence: evidenceOf(diagnosis, hypotheses, exhibits),
    suggestedFixes: fixesOf(answer.fixes, diagnosis, first, picture.runbooks),
  };
  const leads = first.confidence > Math.max(0, ...passedOver.map(({ confidence }) => confidence));
  // The model's summary is about its first hypothesis.
  const isMeant = leads && ranked[0] === said[0];
  const concludes = leads && answer.conclusive && (conclusive || carries(first));
  if (!concludes) {
    const summary = !conclusive && isMeant && answer.summary !== "" ? answer.summary : diagnosis.summary;
    return { conclusive, diagnosis: { ...merged, summary } };
  }
  const impacted = new Set([...diagnosis.impactedServices, ...(first.service === null ? [] : [first.service])]);
  return {
    conclusive: true,
    diagnosis: {
      ...merged,
      summary: (isMeant && answer.summary) || first.cause,
      rootCause: (isMeant && answer.rootCause) || first.cause,
      impactedServices: [...impacted],
      changeAtFault: first.change !== null ? true : diagnosis.changeAtFault === null ? null : false,
    },
  };
}

const carries = ({ evidence, confidence }: Hypothesis): boolean =>
  evidence.length >= EVIDENCE_TO_CONCLUDE && confidence >= CONCLUSIVE_FROM;

/** The same service, without contradicting changes. */
const agree = (one: CheckedHypothesis, other: Hypothesis): boolean =>
  one.service === other.service && (one.change === other.change || one.change === null || other.change === null);

/** Joins the analyser's matching hypothesis, taken from `builtIn`, without lowering its confidence. */
function withBuiltIn(said: CheckedHypothesis, builtIn: Hypothesis[], confidenceMax: number): CheckedHypothesis {
  const stated = Math.min(confidenceMax, said.confidence);
  const place = builtIn.findIndex((one) => agree(said, one));
  const [same] = place < 0 ? [] : builtIn.splice(place, 1);
  if (!same) return { ...said, confidence: stated };
  // Counter-evidence stays counter-evidence.
  const against = new Set(same.counterEvidence);
  const own = said.evidence.filter((id) => !against.has(id));
  const evidence = union(own, same.evidence);
  return {
    ...said,
    confidence: own.length === 0 ? same.confidence : Math.max(stated, same.confidence),
    metric: said.metric ?? same.metric,
    change: said.change ?? same.change,
    evidence,
    counterEvidence: union(said.counterEvidence, same.counterEvidence).filter((id) => !evidence.includes(id)),
  };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** The analyser's evidence, and newly cited pieces. */
function evidenceOf(diagnosis: Diagnosis, hypotheses: readonly Hypothesis[], exhibits: readonly PromptEvidence[]) {
  const cited = new Set(hypotheses.flatMap(({ evidence, counterEvidence }) => [...evidence, ...counterEvidence]));
  const known = new Set(diagnosis.evidence.map(({ id }) => id));
  const added = exhibits.map(({ evidence }) => evidence).filter(({ id }) => cited.has(id) && !known.has(id));
  return [...diagnosis.evidence, ...added];
}

/** The model's fixes, capped by the first confidence, then the analyser's other ones. */
function fixesOf(
  said: readonly CheckedFix[],
  { suggestedFixes }: Diagnosis,
  first: Hypothesis,
  runbooks: readonly KnownRunbook[],
): SuggestedFix[] {
  const fixes: SuggestedFix[] = [];
  for (const fix of said) {
    const same = suggestedFixes.find((one) => isSame(fix, one));
    if (fixes.some((one) => isSame(fix, one))) continue;
    const service = fix.service ?? first.service;
    fixes.push({
      ...fix,
      id: `model-fix-${fixes.length + 1}`,
      risk: same ? higherRisk(fix.risk, same.risk) : fix.risk,
      service,
      confidence: Math.min(fix.confidence, first.confidence),
      // Never from the model.
      runbookId: same?.runbookId ?? runbookFor(runbooks, fix.actionType, wordsIn(service ?? "")),
    });
  }
  return [...fixes, ...suggestedFixes.filter((one) => !fixes.some((fix) => isSame(fix, one)))];
}

/** The same action on the same target; manual fixes by title. */
function isSame(one: CheckedFix, other: CheckedFix): boolean {
  if (one.actionType !== other.actionType) return false;
  if (one.actionType === null) return one.title === other.title;
  if (one.service !== null && other.service !== null && one.service !== other.service) return false;
  return one.actionType !== "delete-pod" || one.parameters["pod"] === other.parameters["pod"];
}
