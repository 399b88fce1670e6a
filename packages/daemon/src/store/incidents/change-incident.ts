import type { EntityManager } from "typeorm";
import type { IncidentChange } from "../../incident/store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Incident } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { readRow } from "../sql/sql-rows.ts";
import { applyChange, CHILDREN_AT_ONCE_MAX, endChildren, openChildren } from "./apply-change.ts";
import { toIncident } from "./incident-rows.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";
import { inTurn } from "./turn.ts";

type Decision = IncidentChange | undefined;

/** Changes one incident on what is decided about it within the transaction. Throws `not_found`. */
export function changeIncident(
  transaction: EntityManager,
  scope: Scope,
  id: string,
  clock: Clock,
  decide: (incident: Incident) => Decision | Promise<Decision>,
): Promise<Incident> {
  return inTurn(transaction, scope.organizationId, async (turn) => {
    const row = await findIncidentRow(transaction, scope, id);
    const change = await decide(toIncident(row));
    if (!change) return toIncident(row);
    return toIncident(await applyChange(transaction, turn, row, change, clock.now()));
  });
}

/** Throws `not_found`. */
export async function findIncidentRow(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<IncidentRow> {
  const row = await readRow(manager, incidentTable, { id, organization_id: organizationId });
  if (!row) throw notFound("incident_not_found", `Incident ${id}`);
  return row;
}

/** Costs no more than a look into the index of ids. Throws `not_found`. */
export async function requireIncident(manager: EntityManager, scope: Scope, id: string): Promise<void> {
  if (!(await manager.existsBy(incidentTable, { id, organizationId: scope.organizationId })))
    throw notFound("incident_not_found", `Incident ${id}`);
}

/**
 * Where a change is about to end a parent with more open children than one transaction should end, ends them
 * beforehand, in a transaction for so many. Meanwhile the parent stays open, so that no open child ever hides under
 * a parent that is over. Costs a look into an index for any other incident.
 */
export async function endManyChildren(
  database: Database,
  scope: Scope,
  id: string,
  clock: Clock,
  decide: (incident: Incident) => Decision,
): Promise<void> {
  const { organizationId } = scope;
  const many = await openChildren(database.reader, { organizationId, id }, CHILDREN_AT_ONCE_MAX + 1);
  if (many.length <= CHILDREN_AT_ONCE_MAX) return;
  const endSome = (transaction: EntityManager): Promise<number> => step(transaction, scope, id, clock, decide);
  while ((await database.write(endSome)) === CHILDREN_AT_ONCE_MAX);
}

function step(
  transaction: EntityManager,
  scope: Scope,
  id: string,
  clock: Clock,
  decide: (incident: Incident) => Decision,
): Promise<number> {
  return inTurn(transaction, scope.organizationId, async (turn) => {
    const row = await findIncidentRow(transaction, scope, id);
    const change = decide(toIncident(row));
    return change ? endChildren(transaction, turn, row, change, clock.now()) : 0;
  });
}
