import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import type { ActionChange, StoredAction } from "../../src/remediate/actions/action-store.ts";
import { applyAction, digestOf, requireAction } from "../../src/remediate/actions/apply-action.ts";
import { appendAudit } from "../../src/remediate/audit/append-audit.ts";
import { canonicalJson, sha256 } from "../../src/remediate/audit/audit-chain.ts";
import type { RemediationUnit } from "../../src/store/remediation/remediation-repositories.ts";
import { actionTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertMany } from "../../src/store/sql/sql-rows.ts";
import { NOW } from "./samples.ts";

/** An action's row, with an entry in the log, whatever its state. */
export function actionRow(given: Partial<StoredAction> = {}): Omit<StoredAction, "seq"> {
  const plan = {
    actionType: "restart-service",
    mode: "live" as const,
    target: { namespace: "shop", deployment: "checkout" },
    parameters: {},
    blastRadius: 2,
    rollback: null,
  };
  const environment = given.environment === undefined ? "production" : given.environment;
  return {
    id: randomId(),
    organizationId: "acme",
    incidentId: randomId(),
    actionType: "restart-service",
    status: "PENDING_APPROVAL",
    performedBy: "ada",
    serviceName: "checkout",
    environment,
    environmentKey: environmentKey(environment),
    severity: "HIGH",
    parameters: {},
    origin: "person",
    suggestionId: null,
    mode: "live",
    targetKey: "live//Deployment/shop/checkout",
    plan,
    planHash: sha256(canonicalJson(plan)),
    approvalExpiresAt: null,
    expiryTold: false,
    details: { policy: { verdict: "manual" } },
    error: null,
    verification: null,
    verifyAt: null,
    queuedAt: null,
    sentAt: null,
    finishedAt: null,
    createdAt: NOW,
    updatedAt: given.createdAt ?? NOW,
    auditSeq: 0,
    ...given,
  };
}

/** Inserts it as a request does. */
export async function insertAction(
  unit: RemediationUnit,
  row: Omit<StoredAction, "seq">,
  now = row.createdAt,
): Promise<void> {
  const { auditSeq: _none, ...content } = row;
  const note = { event: "requested" as const, actor: "Ada", content: { status: row.status } };
  const auditSeq = await appendAudit(unit, { note, actionId: row.id, rowDigest: digestOf(content) }, now);
  await insertMany(unit.transaction, actionTable, [{ ...row, auditSeq }]);
  unit.actions.count(row, undefined, row.status);
}

export async function given(database: Database, ...rows: readonly Omit<StoredAction, "seq">[]): Promise<void> {
  for (const row of rows) {
    await createUnits(database).run(row.organizationId, (unit) => insertAction(unit, row));
  }
}

/** Changes it as everything does that changes one. */
export const changed = (
  database: Database,
  { id, organizationId }: Pick<StoredAction, "id" | "organizationId">,
  change: Partial<ActionChange>,
  now = NOW,
): Promise<StoredAction> =>
  createUnits(database).run(organizationId, async (unit) => {
    const row = await requireAction(unit, id);
    const whole: ActionChange = {
      trigger: undefined,
      fields: {},
      audit: { event: "approval_blocked", actor: "Ada", content: { at: now } },
      timeline: [],
      ...change,
    };
    return applyAction(unit, row, whole, now);
  });

/** From its approval to its end. */
export async function executed(
  database: Database,
  row: Pick<StoredAction, "id" | "organizationId">,
  now = NOW,
): Promise<void> {
  for (const trigger of ["approve", "execute", "complete"] as const) {
    const event = trigger === "approve" ? "approved" : trigger === "execute" ? "executing" : "completed";
    await changed(database, row, { trigger, audit: { event, actor: "Ada", content: { trigger } } }, now);
  }
}
