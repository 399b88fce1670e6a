import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident } from "../model/incident.ts";
import { SIMILAR_WINDOW_MS } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import {
  type Compared,
  type Corpus,
  type Likeness,
  likenessOf,
  type Points,
  pointsOf,
  subjectOf,
  tellingWords,
} from "./similarity.ts";

/** An incident like another one, and what helped then. */
export interface SimilarIncident {
  readonly incident: Incident;
  /** 0 to 1, what the reasons add up to. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Types of actions whose verification showed that they helped, the most frequent first; simulated ones are left out. */
  readonly topSuccessfulActions: readonly string[];
  /** From creation to recovery, with one decimal; null where it hasn't recovered. */
  readonly mttrMinutes: number | null;
}

export interface SimilarIncidents {
  /** The best first. Throws `not_found`. */
  similar(scope: Scope, id: string, limit: number): Promise<readonly SimilarIncident[]>;
}

/** Finds incidents that are worth comparing. */
export interface SimilarCandidates {
  /** Candidates created at `since` or later, from the index of words and services. Throws `not_found`. */
  candidates(scope: Scope, id: string, since: number, scoring: Scoring): Promise<Candidates>;
  /** Types of the verified actions that were not simulated, for each incident. */
  verifiedActions(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, readonly unknown[]>>;
}

export interface Candidates {
  readonly given: Incident;
  readonly likely: readonly Incident[];
  readonly corpus: Corpus;
}

/** The score of an incident's words and services. */
export interface Scoring {
  words(incident: Compared): readonly string[];
  points(incident: Compared, corpus: Corpus): Points;
}

const SCORING: Scoring = {
  words: (incident) => tellingWords(incident).map(({ word }) => word),
  points: (incident, corpus) => pointsOf(subjectOf(incident, corpus)),
};

export const createSimilarIncidents = (store: SimilarCandidates, clock: Clock): SimilarIncidents => ({
  async similar(scope, id, limit) {
    const since = clock.now() - SIMILAR_WINDOW_MS;
    const { given, likely, corpus } = await store.candidates(scope, id, since, SCORING);
    const ranked = mostSimilar(given, likely, corpus, since, limit);
    const ids = ranked.map(({ incident }) => incident.id);
    const actions = await store.verifiedActions(scope, ids);
    return ranked.map((each) => ({
      ...each,
      topSuccessfulActions: topActions(actions.get(each.incident.id) ?? []),
      mttrMinutes: mttrMinutes(each.incident),
    }));
  },
});

/** Two incidents below it have little in common; the same signal in the same environment doesn't reach it. */
const SCORE_MIN = 0.25;
const ACTIONS_MAX = 5;

interface Ranked extends Likeness {
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
