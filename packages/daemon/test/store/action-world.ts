import { expect } from "chai";
import { createActionStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { nextActionStatus, type RemediationAction } from "../../src/model/remediation.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { ActionStore, FactsOf, Situation } from "../../src/remediate/actions/action-store.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { auditKeyOf, GENESIS_HASH, keyedHashOf, sha256 } from "../../src/remediate/audit/audit-chain.ts";
import { type AuditRow, actionTable, auditTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { change, factsOf, newAction } from "./action-samples.ts";
import type { Fresh } from "./engines.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

/** An organization with an incident, and ways to ask for actions on it. */
export interface ActionWorld {
  readonly database: Database;
  readonly actions: ActionStore;
  readonly incidents: IncidentStore;
  readonly incidentId: string;
  open(scope?: Scope): Promise<string>;
  request(given?: Partial<RemediationAction>, scope?: Scope): Promise<RemediationAction>;
  /** Where it waits. */
  approve(id: string, now?: number): Promise<RemediationAction>;
  facts(given?: Partial<FactsOf>, now?: number): Promise<Situation["facts"]>;
  log(organizationId?: string): Promise<readonly AuditRow[]>;
}

export async function openActions(store: Fresh): Promise<ActionWorld> {
  const database = await store.openDatabase();
  const actions = createActionStore(database);
  const incidents = createIncidentStore(database, { now: () => NOW });
  const open = async (scope: Scope = ACME): Promise<string> => {
    const { organizationId } = scope;
    return opened(await incidents.create(scope, incident({ organizationId, environment: "staging" }), [])).id;
  };
  const incidentId = await open();
  return {
    database,
    actions,
    incidents,
    incidentId,
    open,
    request(given = {}, scope = ACME) {
      const made = newAction({ incidentId, organizationId: scope.organizationId, ...given });
      const { incidentId: about, actionType, serviceName, plan } = made.action;
      const of = { incidentId: about, actionType, serviceName, plan };
      return actions.request(scope, of, () => made, NOW);
    },
    approve: (id, now = NOW) =>
      actions.change(
        ACME,
        id,
        ({ status }) => (nextActionStatus(status, "approve") ? change("approve") : undefined),
        now,
      ),
    facts: async (given, now = NOW) => (await actions.situation(ACME, factsOf({ incidentId, ...given }), now)).facts,
    log: (organizationId = "acme") =>
      database.reader.find(auditTable, { where: { organizationId }, order: { seq: "ASC" } }),
  };
}

/** `done`, or why not. */
export const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error as ApplicationError).code ?? (error as Error).message,
  );

/** Every link, every content and, of each action, the row that its newest entry left. */
export async function expectWhole({ database, actions, log }: ActionWorld, organizationId = "acme"): Promise<void> {
  let previousHash = GENESIS_HASH;
  const newest = new Map<string, AuditRow>();
  const entries = await log(organizationId);
  for (const [index, entry] of entries.entries()) {
    expect(entry).to.include({ seq: index + 1, previousHash, hash: keyedHashOf(auditKeyOf(SECRET_KEY), entry) });
    expect(entry.contentDigest).to.equal(sha256(entry.content ?? ""));
    previousHash = entry.hash;
    if (entry.actionId !== null) newest.set(entry.actionId, entry);
  }
  for (const row of await database.reader.findBy(actionTable, { organizationId })) {
    expect(newest.get(row.id)).to.include({ seq: row.auditSeq, rowDigest: digestOf(row) });
  }
  expect(await actions.auditHead({ ...ACME, organizationId })).to.equal(entries.at(-1)?.hash ?? null);
}
