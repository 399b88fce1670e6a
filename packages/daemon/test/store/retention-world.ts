import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { StoredAction } from "../../src/remediate/actions/action-store.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { type AuditRetention, createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow } from "./audit-samples.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { numbered } from "./queries.ts";
import { ACME } from "./samples.ts";

export type Row = Omit<StoredAction, "seq">;

/** The stores and helpers of the tests about retention of the audit log. */
export function retentionWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let retention: AuditRetention;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    retention = createAuditRetention(createUnits(database));
  });
  after(() => store.drop());

  let organizations = 0;
  let scope: Scope;
  beforeEach(() => {
    scope = { ...ACME, organizationId: `org-${++organizations}` };
  });

  const row = (more: Partial<StoredAction> = {}): Row => actionRow({ organizationId: scope.organizationId, ...more });
  const read = <Result>(sql: string): Promise<Result[]> =>
    database.reader.query(numbered(database.reader, sql), [scope.organizationId]) as Promise<Result[]>;
  const idsLeft = async (): Promise<string[]> =>
    (await read<{ id: string }>("select id from remediation_action where organization_id = ? order by id")).map(
      ({ id }) => id,
    );
  const verify = (): Promise<AuditVerdict> => verifyAudit(createAuditPages(database, digestOf), scope);
  const placesLeft = async (): Promise<number[]> =>
    (await read<{ seq: number }>("select seq from remediation_audit where organization_id = ? order by seq")).map(
      ({ seq }) => Number(seq),
    );

  return {
    row,
    idsLeft,
    read,
    verify,
    placesLeft,
    get database() {
      return database;
    },
    get retention() {
      return retention;
    },
    get scope() {
      return scope;
    },
    set scope(value: Scope) {
      scope = value;
    },
    get organizations() {
      return organizations;
    },
    set organizations(value) {
      organizations = value;
    },
  };
}
