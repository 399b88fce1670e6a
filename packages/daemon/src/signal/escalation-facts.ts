import type { CatalogEntry, CatalogReader } from "../catalog/catalog.ts";
import { type Downstream, walkDownstream } from "../catalog/downstream.ts";
import type { IncidentStore } from "../incident/store.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TeamMember, TeamStore } from "../team/team.ts";
import type { EscalationStep, EscalationStepStore } from "./escalation-clock.ts";

/** Services downstream of the primary one. */
export const BLAST_RADIUS_MAX = 5_000;
const DEPENDENTS_MAX = 1_000;

/** The facts of an escalation plan, beside the incident. */
export interface EscalationFacts {
  readonly entry: CatalogEntry | undefined;
  readonly downstream: Downstream;
  readonly dependents: readonly string[];
  /** Owning teams of downstream services and dependents with a catalog entry. */
  readonly owners: ReadonlyMap<string, string>;
  readonly members: readonly TeamMember[];
  readonly steps: readonly EscalationStep[];
}

export interface EscalationDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly catalog: CatalogReader;
  readonly team: Pick<TeamStore, "list">;
  readonly escalations: EscalationStepStore;
}

/** One query for each level of the graph, and five more. */
export async function gatherEscalation(
  { catalog, team, escalations }: EscalationDeps,
  scope: Scope,
  { id, primaryService }: Incident,
): Promise<EscalationFacts> {
  const from = primaryService === null ? [] : [primaryService];
  const [downstream, dependents, entry, members, steps] = await Promise.all([
    walkDownstream(catalog, scope, from, BLAST_RADIUS_MAX),
    primaryService === null ? [] : catalog.callersOf(scope, primaryService, DEPENDENTS_MAX),
    primaryService === null ? undefined : catalog.entry(scope, primaryService),
    team.list(scope),
    escalations.escalationSteps(scope, id),
  ]);
  const owners = await catalog.ownersOf(scope, [...downstream.calls.keys(), ...dependents]);
  return { entry, downstream, dependents, owners, members, steps };
}
