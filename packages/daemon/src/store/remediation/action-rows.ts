import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { StoredAction } from "../../remediate/actions/action-store.ts";
import { readRow, withoutColumns } from "../sql/sql-rows.ts";
import { actionTable } from "./remediation-tables.ts";

/** Throws `not_found`. */
export async function findActionRow(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<StoredAction> {
  const row = await readRow(manager, actionTable, { id, organization_id: organizationId });
  if (!row) throw notFound("action_not_found", `Remediation action ${id}`);
  return row;
}

export const toAction = (row: StoredAction): RemediationAction =>
  withoutColumns(row, ["seq", "environmentKey", "targetKey", "sentAt", "verifyAt", "auditSeq"]);
