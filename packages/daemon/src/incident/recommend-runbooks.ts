import { isOver } from "../model/incident.ts";
import { RUNBOOKS_RECOMMENDED_MAX } from "../model/record-limits.ts";
import type { Scope } from "../model/scope.ts";
import { type Recommendation, rankRunbooks } from "../runbook/recommend.ts";
import type { Runbook, RunbookStore } from "../runbook/runbook.ts";
import type { RunbookLinkStore } from "./runbook-links.ts";
import type { SimilarStore } from "./similar.ts";
import type { IncidentStore } from "./store.ts";

/** As many as the contract lets anybody ask for. */
const SIMILAR_INCIDENTS_MAX = 20;
/** The newest of each action type. */
const CANDIDATES_MAX = 100;

export interface RecommendDeps {
  readonly incidents: IncidentStore;
  readonly similar: SimilarStore;
  readonly runbookLinks: RunbookLinkStore;
  readonly runbooks: RunbookStore;
}

/** Recommended runbooks, the best first, with the evidence for them (contract 4.4). */
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
