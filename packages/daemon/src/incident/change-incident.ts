import type { Clock } from "../kernel/clock.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { applyChange, CHILDREN_AT_ONCE_MAX, endChildren, requireIncident } from "./apply-change.ts";
import { openIncident } from "./open-incident.ts";
import type { IncidentChange, IncidentReader, IncidentStore } from "./store.ts";
import type { IncidentUnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

export interface ChangeDeps {
  readonly units: UnitsOfWork;
  readonly clock: Clock;
}

export interface ChildReader {
  /** Whether the incident has more than `limit` open children. */
  hasMoreOpenChildren(scope: Scope, id: string, limit: number): Promise<boolean>;
}

export const createIncidentStore = (reader: IncidentReader & ChildReader, deps: ChangeDeps): IncidentStore => ({
  ...reader,
  create: ({ organizationId }, incident, timeline) =>
    deps.units.run(organizationId, (unit) => openIncident(unit, incident, timeline, incident.createdAt)),
  async change(scope, id, decide) {
    if (await reader.hasMoreOpenChildren(scope, id, CHILDREN_AT_ONCE_MAX)) {
      await endManyChildren(deps, scope, id, decide);
    }
    return changeIncident(deps, scope, id, decide);
  },
});

type Decision = IncidentChange | undefined;

/** Changes one incident on what is decided about it within the transaction. Throws `not_found`. */
export const changeIncident = (
  { units, clock }: ChangeDeps,
  { organizationId }: Scope,
  id: string,
  decide: (incident: Incident, unit: IncidentUnitOfWork) => Decision | Promise<Decision>,
): Promise<Incident> =>
  units.run(organizationId, async (unit) => {
    const incident = await requireIncident(unit, id);
    const change = await decide(incident, unit);
    return change ? applyChange(unit, incident, change, clock.now()) : incident;
  });

/**
 * Ends the children of a parent beforehand where one transaction must not end all of them. The parent stays open
 * meanwhile, so that no open child is hidden by a parent that is over.
 */
async function endManyChildren(
  { units, clock }: ChangeDeps,
  { organizationId }: Scope,
  id: string,
  decide: (incident: Incident) => IncidentChange | undefined,
): Promise<void> {
  const endSome = async (unit: IncidentUnitOfWork): Promise<number> => {
    const parent = await requireIncident(unit, id);
    const change = decide(parent);
    return change ? endChildren(unit, parent, change, clock.now()) : 0;
  };
  while ((await units.run(organizationId, endSome)) === CHILDREN_AT_ONCE_MAX);
}
