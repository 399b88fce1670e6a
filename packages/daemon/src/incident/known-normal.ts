import type { Candidate } from "../model/candidate.ts";
import { type ConditionLevel, levelIn, worseLevel } from "../model/condition-level.ts";
import type { FeedbackVerdict } from "../model/feedback.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { seenAgain } from "./append-timeline.ts";
import { FEEDBACK_REASON } from "./ending-verdict.ts";
import type { IncidentChange } from "./store.ts";
import type { IncidentUnitOfWork, StoredIncident } from "./unit-of-work.ts";

/** An incident with people's verdict, and the worst level that its condition reached. */
export interface JudgedLevel {
  readonly verdict: FeedbackVerdict;
  readonly level: ConditionLevel;
}

/** Clearly worse than a level is half as much again: the least ratio that a golden signal must shift by. */
const CLEARLY_WORSE = 1.5;
/** Verdicts that are read for one key, the latest first. */
const JUDGED_MAX = 10;

/**
 * True if people called a condition of this level normal. The latest verdict that applies decides: noise applies to its
 * level and milder ones, useful to its level and worse ones.
 */
export function isNormalLevel(level: ConditionLevel, judged: readonly JudgedLevel[]): boolean {
  const latest = judged.find(({ verdict, level: { measure, value } }) => {
    const [milder, worse] = verdict === "noise" ? [level.value, value] : [value, level.value];
    return measure === level.measure && milder <= CLEARLY_WORSE * worse;
  });
  return latest?.verdict === "noise";
}

/** True if people's feedback on earlier incidents with the candidate's key calls it normal. */
export async function isKnownNormal(
  { incidents, timeline }: Pick<IncidentUnitOfWork, "incidents" | "timeline">,
  { level, deduplicationKey }: Candidate,
): Promise<boolean> {
  if (level === undefined) return false;
  const judged: JudgedLevel[] = [];
  for (const { id, verdict } of await incidents.judgedWithKey(deduplicationKey, JUDGED_MAX)) {
    const worst = levelWhenJudged(await timeline.sightings(id));
    if (verdict !== null && worst !== undefined) judged.push({ verdict, level: worst });
  }
  return isNormalLevel(level, judged);
}

/** The worst level before the last feedback, since people judged what they had seen. The latest entry is the first. */
function levelWhenJudged(entries: readonly Pick<TimelineEntry, "metadata">[]): ConditionLevel | undefined {
  const last = entries.findIndex(({ metadata }) => metadata["reason"] === FEEDBACK_REASON);
  return entries
    .slice(last + 1)
    .map(({ metadata }) => levelIn(metadata))
    .reduce(worseLevel, undefined);
}

/** Counts it on the incident that was over, which stays so. Its level is not kept, since levels would add up. */
export function countOnly(candidate: Candidate, incident: StoredIncident, now: number): IncidentChange {
  const duplicateCount = incident.duplicateCount + candidate.observations;
  const seen = seenAgain(
    { ...candidate, severity: incident.severity, level: undefined },
    incident,
    duplicateCount,
    now,
  );
  const detail = `People called this normal, so nothing opens. ${seen.detail}`;
  return { fields: { duplicateCount }, timeline: [{ ...seen, detail }], announce: false };
}
