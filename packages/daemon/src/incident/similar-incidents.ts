import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { type Corpus, type Likeness, likenessOf, subjectOf } from "./similarity.ts";

/** An incident like another one, and what helped then. */
export interface SimilarIncident {
  readonly incident: Incident;
  /** 0 to 1, what the reasons add up to. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Action types of remediations that were executed and completed, the most frequent first; simulated ones are left out. */
  readonly topSuccessfulActions: readonly string[];
  /** From creation to recovery, with one decimal; null where it hasn't recovered. */
  readonly mttrMinutes: number | null;
}

export interface SimilarStore {
  /** The best first. Throws `not_found`. */
  similar(scope: Scope, id: string, limit: number): Promise<readonly SimilarIncident[]>;
}

/** Two incidents below it have little in common; the same signal in the same environment doesn't reach it. */
const SCORE_MIN = 0.25;
const ACTIONS_MAX = 5;

export interface Ranked extends Likeness {
  readonly incident: Incident;
}

/**
 * The most similar of `others` first, in a tie the newer one. Only incidents created at `since` or later count. The
 * incident itself, its parent and merged incidents are left out: they are the same occurrence, or their parent stands
 * for them.
 */
export function mostSimilar(
  given: Incident,
  others: readonly Incident[],
  corpus: Corpus,
  since: number,
  limit: number,
): Ranked[] {
  const subject = subjectOf(given, corpus);
  return others
    .filter(({ id, parentIncidentId }) => id !== given.id && id !== given.parentIncidentId && parentIncidentId === null)
    .filter(({ createdAt }) => createdAt >= since)
    .map((incident) => ({ incident, ...likenessOf(subject, incident) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort(inOrder)
    .slice(0, limit);
}

const inOrder = (one: Ranked, other: Ranked): number =>
  other.score - one.score ||
  other.incident.createdAt - one.incident.createdAt ||
  (one.incident.id < other.incident.id ? -1 : 1);

/** From creation to recovery, with one decimal; null where it hasn't recovered. */
export const mttrMinutes = ({ createdAt, resolvedAt }: Incident): number | null =>
  resolvedAt === null ? null : roundToTenth((resolvedAt - createdAt) / MINUTE_MS);

/** Each action type once, the most frequent first, of equal ones by name. */
export function topActions(actionTypes: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  for (const each of actionTypes) if (typeof each === "string") counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts]
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .slice(0, ACTIONS_MAX)
    .map(([actionType]) => actionType);
}
