import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import { place } from "./sql-rows.ts";

/** Reads the index of ids only. Throws `not_found`. */
export async function requireIncident(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<void> {
  const sql = place(manager, "select 1 from incident where id = ? and organization_id = ?");
  const found = (await manager.query(sql, [id, organizationId])) as unknown[];
  if (found.length === 0) throw notFound("incident_not_found", `Incident ${id}`);
}
