import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import { queryOne, sql } from "./statement.ts";

/** Reads the index of ids only. Throws `not_found`. */
export async function requireIncident(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<void> {
  const found = sql`select 1 from incident where id = ${id} and organization_id = ${organizationId}`;
  if (!(await queryOne(manager, found))) throw notFound("incident_not_found", `Incident ${id}`);
}
