import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, changed, executed, given } from "./audit-samples.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { numbered } from "./queries.ts";
import { ACME } from "./samples.ts";

/** The stores and helpers of the tests about checking the audit log. */
export function auditCheckWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const verify = (expected?: string): Promise<AuditVerdict> =>
    verifyAudit(createAuditPages(database, digestOf), ACME, expected === undefined ? undefined : { hash: expected });
  const run = (sql: string, parameters: readonly unknown[] = []): Promise<unknown> =>
    database.write((transaction) => transaction.query(numbered(transaction, sql), [...parameters]));
  const read = <Row>(sql: string): Promise<Row[]> => database.reader.query(sql) as Promise<Row[]>;
  const entryAt = async (seq: number): Promise<{ id: string; hash: string }> =>
    (await read<{ id: string; hash: string }>(`select id, hash from remediation_audit where seq = ${seq}`))[0] as never;

  /** Nine entries: of an action that waits, one that was executed, and one that was looked at again. */
  const history = async (): Promise<readonly [string, string, string]> => {
    const rows = [actionRow(), actionRow(), actionRow({ environment: null, serviceName: null })] as const;
    await given(database, ...rows);
    await executed(database, rows[1]);
    for (const _ of [1, 2, 3]) await changed(database, rows[2], {});
    return [rows[0].id, rows[1].id, rows[2].id];
  };

  return {
    verify,
    history,
    entryAt,
    run,
    read,
    get database() {
      return database;
    },
    get store() {
      return store;
    },
  };
}
