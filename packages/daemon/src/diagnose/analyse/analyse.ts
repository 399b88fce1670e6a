import { count } from "../../detect/describe-figures.ts";
import { MINUTE_MS, toIsoOrNull } from "../../kernel/clock.ts";
import { formatPercent } from "../../kernel/format-figures.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { Diagnosis } from "../../model/diagnosis.ts";
import { formatList } from "../../signal/format-text.ts";
import type { Picture } from "../gather/incident-picture.ts";
import { shownOf } from "./cause.ts";
import { type JudgedChange, judgeChanges } from "./changes.ts";
import { createEvidenceCollector } from "./evidence.ts";
import { fixesOf } from "./fixes.ts";
import { type Finding, findingOf } from "./hypothesis.ts";
import { beginning, clockTime, describeChange, gapOf, named } from "./sentences.ts";
import { CONCLUSIVE_FROM, confidencesOf, rankSuspects } from "./suspect.ts";
import { type View, viewOf } from "./view.ts";

export interface Analysis {
  readonly diagnosis: Diagnosis;
  /** False: the diagnosis is INCONCLUSIVE. */
  readonly conclusive: boolean;
}

const HYPOTHESES_MAX = 5;
/** Less likely suspects are not listed. */
const LISTED_FROM = 0.01;
/** More services are only counted. */
const NAMES_MAX = 3;
const SUMMARY_CHARACTERS_MAX = 1500;

/** Deterministic: equal pictures give equal analyses. */
export function analyse(picture: Picture): Analysis {
  const view = viewOf(picture);
  const changes = judgeChanges(view);
  const ranked = rankSuspects(view, changes).slice(0, HYPOTHESES_MAX);
  const confidences = confidencesOf(ranked);
  const suspects = ranked.filter((_, index) => index === 0 || (confidences[index] ?? 0) >= LISTED_FROM);
  const book = createEvidenceCollector(picture);
  const findings = suspects.map((suspect, index) =>
    findingOf(view, suspect, changes, { rank: index + 1, confidence: confidences[index] ?? 0 }, book),
  );
  const [first] = findings;
  const conclusive = first !== undefined && first.hypothesis.confidence >= CONCLUSIVE_FROM;
  const suggestedFixes = fixesOf(view, findings, book);
  const changeAtFault = faultOf(changes, first, conclusive);
  const onsetAt = view.onsetAt ?? (conclusive ? firstShown(view, first) : null);
  return {
    conclusive,
    diagnosis: {
      rootCause: conclusive ? first.hypothesis.cause : "",
      summary: truncate(summaryOf({ ...view, onsetAt }, findings, changeAtFault, conclusive), SUMMARY_CHARACTERS_MAX),
      impactedServices: impactedBy(view, conclusive ? first : undefined),
      suggestedFixes,
      confidenceScore: first?.hypothesis.confidence ?? 0,
      hypotheses: findings.map(({ hypothesis }) => hypothesis),
      changeAtFault,
      evidence: book.pieces(),
      onsetAt: toIsoOrNull(onsetAt),
      omitted: picture.omitted,
      model: null,
    },
  };
}

/** Without a common onset, the onset of the first suspect's main symptom. */
function firstShown({ picture }: View, { suspect }: Finding): number | null {
  const shown = shownOf(suspect);
  return shown ? Math.min(picture.noticedAt, beginning(picture, shown)) : null;
}

/** Null if there are no changes, or the question remains open. */
function faultOf(changes: readonly JudgedChange[], first: Finding | undefined, conclusive: boolean): boolean | null {
  if (changes.length === 0) return null;
  if (conclusive) return first?.hypothesis.change !== null;
  return changes.some(({ change, guilt }) => guilt > 0 && change.kind === "deployment") ? null : false;
}

/** The incident's services, then the root cause and its deviating callers. */
function impactedBy({ picture }: View, finding: Finding | undefined): string[] {
  const { primaryService, affectedServices } = picture.incident;
  const own = primaryService === null ? affectedServices : [primaryService, ...affectedServices];
  return [...new Set([...own, ...(finding ? [finding.suspect.service, ...finding.victims] : [])])];
}

/** Onset, confidence, alternatives and coverage. */
function summaryOf(
  view: View,
  findings: readonly Finding[],
  changeAtFault: boolean | null,
  conclusive: boolean,
): string {
  const [first, second] = findings;
  const sentences = [beganAt(view)];
  if (!first) sentences.push("Nothing deviates, so the evidence doesn't carry a root cause.");
  else if (conclusive) sentences.push(`The likeliest cause is ${culprit(first)} (${sureness(first)}).`);
  else sentences.push(`The evidence doesn't carry a root cause; the likeliest is this. ${first.hypothesis.cause}`);
  if (second && conclusive) sentences.push(`Less likely (${sureness(second)}): ${second.hypothesis.cause}`);
  if (view.picture.changes.length === 0) sentences.push("No changes are known around the time.");
  else if (!findings.some(({ hypothesis }) => hypothesis.change !== null)) {
    const around = `${describeChanges(view)} around the time`;
    sentences.push(
      changeAtFault === false ? `Of ${around}, none explains it.` : `Whether ${around} explains it remains open.`,
    );
  }
  return [...sentences, lookedAt(view)].join(" ");
}

function beganAt({ onsetAt, picture }: View): string {
  if (onsetAt === null) return "Nothing that was measured shows when the trouble began.";
  const isEarlier = picture.noticedAt - onsetAt >= MINUTE_MS;
  const before = isEarlier ? `, ${gapOf(onsetAt, picture.noticedAt)} before it was noticed` : "";
  return `The trouble began at ${clockTime(onsetAt)}${before}.`;
}

const culprit = ({ kind, suspect }: Finding): string =>
  kind === "change" && suspect.change ? describeChange(suspect.change) : named(suspect.service);

const sureness = ({ hypothesis }: Finding): string => formatPercent(hypothesis.confidence);

function describeChanges({ picture }: View): string {
  const edits = picture.changes.filter(({ kind }) => kind === "catalog").length;
  const deployments = picture.changes.length - edits;
  const parts = [
    ...(deployments > 0 || edits === 0 ? [count(deployments, "deployment")] : []),
    ...(edits > 0 ? [`${count(edits, "edit")} of the catalog`] : []),
  ];
  return parts.join(" and ");
}

function lookedAt(view: View): string {
  const { services, metrics, patterns, probes } = view.picture;
  const names = services.map(({ name }) => named(name));
  const of =
    names.length === 0 ? "" : ` of ${names.length > NAMES_MAX ? count(names.length, "service") : formatList(names)}`;
  return (
    `Looked at ${metrics.length} metric series, ${count(patterns.length, "kind")} of messages, ` +
    `${describeChanges(view)}${probes.length === 0 ? "" : `, ${count(probes.length, "probe")}`}${of}.`
  );
}
