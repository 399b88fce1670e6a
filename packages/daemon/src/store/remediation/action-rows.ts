import type { EntityManager } from "typeorm";
import { notFound } from "../../kernel/errors.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import { readRow } from "../sql/sql-rows.ts";
import { type ActionRow, actionTable } from "./remediation-tables.ts";

/** Throws `not_found`. */
export async function findActionRow(
  manager: EntityManager,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<ActionRow> {
  const row = await readRow(manager, actionTable, { id, organization_id: organizationId });
  if (!row) throw notFound("action_not_found", `Remediation action ${id}`);
  return row;
}

export function toAction(row: ActionRow): RemediationAction {
  const {
    seq: _seq,
    environmentKey: _key,
    targetKey: _target,
    sentAt: _sent,
    verifyAt: _due,
    auditSeq: _entry,
    ...action
  } = row;
  return action;
}
