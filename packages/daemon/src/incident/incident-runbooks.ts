import { isOver } from "../model/incident.ts";
import { RUNBOOKS_RECOMMENDED_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { type Recommendation, rankRunbooks } from "../runbook/recommend.ts";
import type { Runbook, RunbookOutline, RunbookStore } from "../runbook/runbook.ts";
import type { SimilarIncidents } from "./similar-incidents.ts";
import type { IncidentStore } from "./store.ts";

/** A runbook that belongs to an incident. */
export interface RunbookLink {
  readonly incidentId: string;
  readonly runbookId: string;
  /** How it came about; `manual` where a person made it. */
  readonly source: string;
  readonly createdAt: number;
}

/** The timeline entry about a runbook that was linked or unlinked. */
export type LinkEntry = (runbook: Pick<RunbookOutline, "title">) => TimelineEntry;

/** Every method is one transaction and sees the scope's organization alone. */
export interface RunbookLinkStore {
  /** In the order in which they were made. Throws `not_found`. */
  ofIncident(scope: Scope, incidentId: string): Promise<readonly RunbookLink[]>;
  /** The links of these incidents. */
  ofIncidents(scope: Scope, incidentIds: readonly string[]): Promise<readonly RunbookLink[]>;
  /**
   * Writes link and entry where there was no link. Throws `not_found` for an incident or a runbook that isn't
   * visible, `conflict` where the incident has as many links as it may have.
   */
  link(scope: Scope, link: RunbookLink, entry: LinkEntry): Promise<void>;
  /** Removes the link and writes the entry where there was one. Throws `not_found` as link does. */
  unlink(scope: Scope, incidentId: string, runbookId: string, entry: LinkEntry, now: number): Promise<void>;
}

interface LinkedRunbooks {
  readonly links: readonly RunbookLink[];
  readonly runbooks: readonly Runbook[];
}

/** Archived ones too: what was linked stays readable. Throws `not_found`. */
export async function linkedRunbooks(
  deps: { readonly runbookLinks: RunbookLinkStore; readonly runbooks: Pick<RunbookStore, "find"> },
  scope: Scope,
  incidentId: string,
): Promise<LinkedRunbooks> {
  const links = await deps.runbookLinks.ofIncident(scope, incidentId);
  const ids = links.map(({ runbookId }) => runbookId);
  return { links, runbooks: await deps.runbooks.find(scope, ids) };
}

/** A person links it; a second time changes nothing. Throws `not_found` or `conflict`. */
export const linkRunbook = (
  store: RunbookLinkStore,
  scope: Scope,
  incidentId: string,
  runbookId: string,
  now: number,
) =>
  store.link(
    scope,
    { incidentId, runbookId, source: "manual", createdAt: now },
    entryOf(scope, "linked", { runbookId, source: "manual" }),
  );

/** One that isn't linked stays so. Throws `not_found`. */
export const unlinkRunbook = (
  store: RunbookLinkStore,
  scope: Scope,
  incidentId: string,
  runbookId: string,
  now: number,
) => store.unlink(scope, incidentId, runbookId, entryOf(scope, "unlinked", { runbookId }), now);

const entryOf =
  ({ actor }: Scope, done: "linked" | "unlinked", metadata: TimelineEntry["metadata"]): LinkEntry =>
  ({ title }) => ({
    type: `runbook_${done}`,
    actor,
    title: `Runbook ${done}: ${title}`,
    detail: `By ${actor}.`,
    metadata,
  });

/** As many as the contract lets anybody ask for. */
const SIMILAR_INCIDENTS_MAX = 20;
/** The newest of each action type. */
const CANDIDATES_MAX = 100;

export interface RecommendDeps {
  readonly incidents: IncidentStore;
  readonly similar: SimilarIncidents;
  readonly runbookLinks: RunbookLinkStore;
  readonly runbooks: RunbookStore;
}

/** Recommended runbooks, the best first, with the evidence for them. */
export interface RecommendedRunbooks {
  readonly runbooks: readonly Runbook[];
  readonly linkedRunbookIds: readonly string[];
  readonly actionTypes: readonly string[];
  /** Similar incidents with a link to a published runbook. */
  readonly similarIncidentCount: number;
  /** For each of the runbooks, why. */
  readonly ranking: readonly Recommendation[];
}

/** Published runbooks alone: a draft isn't ready for an incident, an archived one no more. Throws `not_found`. */
export async function recommendRunbooks(deps: RecommendDeps, scope: Scope, id: string): Promise<RecommendedRunbooks> {
  const [incident, linked, similar] = await Promise.all([
    deps.incidents.get(scope, id),
    deps.runbookLinks.ofIncident(scope, id),
    similarLinks(deps, scope, id),
  ]);
  const fixes = incident.diagnosis?.suggestedFixes ?? [];
  const evidence = {
    actionTypes: [...new Set(fixes.flatMap(({ actionType }) => actionType ?? []))],
    namedIds: fixes.flatMap(({ runbookId }) => runbookId ?? []),
    similar,
  };
  const ids = new Set([...evidence.namedIds, ...similar.flatMap(({ runbookIds }) => runbookIds)]);
  const candidates = await deps.runbooks.published(scope, evidence.actionTypes, [...ids], CANDIDATES_MAX);
  const ranking = rankRunbooks(candidates, evidence, RUNBOOKS_RECOMMENDED_MAX);
  const offered = new Set(candidates.map((runbook) => runbook.id));
  return {
    runbooks: await deps.runbooks.find(
      scope,
      ranking.map(({ runbookId }) => runbookId),
    ),
    linkedRunbookIds: linked.map(({ runbookId }) => runbookId),
    actionTypes: evidence.actionTypes,
    similarIncidentCount: similar.filter(({ runbookIds }) => runbookIds.some((each) => offered.has(each))).length,
    ranking,
  };
}

async function similarLinks({ similar, runbookLinks }: RecommendDeps, scope: Scope, id: string) {
  const incidents = await similar.similar(scope, id, SIMILAR_INCIDENTS_MAX);
  const made = await runbookLinks.ofIncidents(
    scope,
    incidents.map(({ incident }) => incident.id),
  );
  return incidents.map(({ incident, score }) => ({
    score,
    recovered: isOver(incident.status),
    runbookIds: made.filter(({ incidentId }) => incidentId === incident.id).map(({ runbookId }) => runbookId),
  }));
}
