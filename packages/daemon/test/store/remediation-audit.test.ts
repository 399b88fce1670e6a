import { expect } from "chai";
import fc from "fast-check";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages, organizationsWithAudit } from "../../src/store/remediation/audit-walk.ts";
import { actionTable, auditHeadTable, auditTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, changed, executed, given, insertAction } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { numbered, queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

/** What is synchronous beneath its promises would else leave nobody else a turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

onEachEngine("Checking the audit log", (fresh) => {
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

  it("finds nothing where nothing was ever done", async () => {
    expect(await verify()).to.deep.equal({ organizationId: "acme", checked: 0, headHash: null, broken: undefined });
  });

  it("counts what it checked, and answers the hash of the newest entry", async () => {
    await history();
    const verdict = await verify();
    expect(verdict.broken).to.equal(undefined);
    expect(verdict).to.include({ checked: 9, headHash: (await entryAt(9)).hash });
  });

  it("goes on over many pages", async () => {
    await createUnits(database).run("acme", async (unit) => {
      for (let index = 0; index < 700; index++) await insertAction(unit, actionRow());
    });
    expect(await verify()).to.include({ checked: 700, broken: undefined });
    await run("update remediation_action set error = 'never happened' where audit_seq = 600");
    expect((await verify()).broken?.id).to.equal((await entryAt(600)).id);
  });

  it("finds a change to any column of an entry", async () => {
    await history();
    const columns = database.reader.connection.getMetadata(auditTable).columns;
    for (const { databaseName: column, type } of columns) {
      if (column === "seq") continue; // which has a test of its own
      const value = type === "bigint" ? 1 : column === "id" ? randomId() : "tampered";
      const before = (await read<Record<string, unknown>>(`select ${column} from remediation_audit where seq = 5`))[0];
      await run(`update remediation_audit set ${column} = ? where seq = 5 and organization_id = 'acme'`, [value]);
      expect((await verify()).broken, column).to.not.equal(undefined);
      await run(`update remediation_audit set ${column} = ? where seq = 5`, [before?.[column]]);
      expect((await verify()).broken, column).to.equal(undefined);
    }
    await run("update remediation_audit set content = null where seq = 5");
    expect((await verify()).broken?.reason).to.match(/^Its content is gone/);
  });

  it("finds a change to any column of an action", async () => {
    const [, executedId] = await history();
    const columns = database.reader.connection.getMetadata(actionTable).columns;
    for (const column of columns.map(({ databaseName }) => databaseName)) {
      if (column === "seq") continue; // the order in lists, which says nothing of what was done
      const [before] = await read<Record<string, unknown>>(
        `select ${column} from remediation_action where id = '${executedId}'`,
      );
      const old = before?.[column];
      const isNumber = /_at$|_seq$|_told$/.test(column);
      const value = isNumber ? 1 : column === "id" ? randomId() : '{"tampered":true}';
      const key = column === "id" ? value : executedId;
      await run(`update remediation_action set ${column} = ? where id = ?`, [value, executedId]);
      expect((await verify()).broken, column).to.not.equal(undefined);
      await run(`update remediation_action set ${column} = ? where id = ?`, [old, key]);
      expect((await verify()).broken, column).to.equal(undefined);
    }
    await run("update remediation_action set details = 'no JSON' where id = ?", [executedId]);
    expect((await verify()).broken?.reason).to.contain(`The row of action ${executedId} isn't as this entry left it.`);
  });

  it("finds a change to any column of the head", async () => {
    await history();
    const columns = database.reader.connection.getMetadata(auditHeadTable).columns;
    for (const column of columns.map(({ databaseName }) => databaseName)) {
      const [before] = await read<Record<string, unknown>>(`select ${column} from remediation_audit_head`);
      await run(`update remediation_audit_head set ${column} = ?`, [column.endsWith("seq") ? 3 : "f".repeat(64)]);
      expect((await verify()).broken, column).to.not.equal(undefined);
      await run(`update remediation_audit_head set ${column} = ?`, [before?.[column]]);
      expect((await verify()).broken, column).to.equal(undefined);
    }
    await run("delete from remediation_audit_head");
    expect((await verify()).broken?.id).to.equal("head");
  });

  it("finds whatever is changed, wherever", async () => {
    await history();
    const tables = [auditTable, actionTable].map((table) => database.reader.connection.getMetadata(table));
    const places = tables.flatMap(({ tableName, columns }) =>
      columns
        .filter(({ databaseName }) => tableName === "remediation_audit" || databaseName !== "seq")
        .map((column) => ({ table: tableName, column: column.databaseName, isNumber: column.type === "bigint" })),
    );
    const tampering = fc.record({
      where: fc.constantFrom(...places),
      row: fc.nat(),
      number: fc.integer({ min: 100, max: 2 ** 40 }),
      text: fc.string({ minLength: 3, unit: "grapheme-ascii" }).map((text) => JSON.stringify(text)),
    });
    await fc.assert(
      fc.asyncProperty(tampering, async ({ where: { table, column, isNumber }, row, number, text }) => {
        const rows = await read<Record<string, unknown>>(`select id, ${column} as old from ${table} order by id`);
        const { id, old } = rows[row % rows.length] as { id: string; old: unknown };
        const value = column === "expiry_told" ? 1 : isNumber ? number : text;
        await run(`update ${table} set ${column} = ? where id = ?`, [value, id]);
        const { broken } = await verify();
        await run(`update ${table} set ${column} = ? where id = ?`, [old, column === "id" ? value : id]);
        expect(broken).to.not.equal(undefined);
        expect((await verify()).broken).to.equal(undefined);
      }),
      { numRuns: 150 },
    );
  });

  it("finds entries that were deleted, put in between, added or exchanged", async () => {
    await history();
    const entries = await read<Record<string, unknown>>("select * from remediation_audit order by seq");
    const restore = async (): Promise<void> => {
      await run("delete from remediation_audit");
      for (const entry of entries) {
        const names = Object.keys(entry);
        await run(
          `insert into remediation_audit (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
          Object.values(entry),
        );
      }
      expect((await verify()).broken).to.equal(undefined);
    };
    const copy = (seq: string): string =>
      `insert into remediation_audit select organization_id, ${seq}, '${randomId()}', action_id, event, actor, at, content,
       content_digest, row_digest, previous_hash, hash from remediation_audit where seq = 4`;
    for (const tampering of [
      ["delete from remediation_audit where seq = 1"],
      ["delete from remediation_audit where seq = 5"],
      ["delete from remediation_audit where seq = 9"],
      ["delete from remediation_audit"],
      [copy("10")],
      [
        "update remediation_audit set seq = seq + 100 where seq > 4",
        copy("5"),
        "update remediation_audit set seq = seq - 99 where seq > 100",
      ],
      [
        "update remediation_audit set seq = 100 where seq = 4",
        "update remediation_audit set seq = 4 where seq = 5",
        "update remediation_audit set seq = 5 where seq = 100",
      ],
    ]) {
      for (const sql of tampering) await run(sql);
      expect((await verify()).broken, tampering.join("; ")).to.not.equal(undefined);
      await restore();
    }
  });

  it("finds an action that was deleted, and one that nobody requested", async () => {
    const [waiting] = await history();
    await run(
      `insert into remediation_action (id, organization_id, incident_id, action_type, status, performed_by, environment_key,
       severity, parameters, origin, mode, plan, plan_hash, details, created_at, updated_at, audit_seq)
       select 'forged', organization_id, incident_id, action_type, status, performed_by, environment_key, severity, parameters,
       origin, mode, plan, plan_hash, details, created_at, updated_at, audit_seq from remediation_action where id = ?`,
      [waiting],
    );
    expect((await verify()).broken).to.deep.equal({
      id: "forged",
      reason: "The log doesn't know the row of action forged.",
    });
    await run("delete from remediation_action where id = 'forged'");
    await run("delete from remediation_action where id = ?", [waiting]);
    expect((await verify()).broken).to.deep.equal({
      id: (await entryAt(1)).id,
      reason: `The row of action ${waiting} is gone.`,
    });
    // Nor does it help to make it look as if retention had done it.
    await run("update remediation_audit set content = null where action_id = ?", [waiting]);
    expect((await verify()).broken?.reason).to.equal(`No deletion of action ${waiting} is on record.`);
  });

  it("finds a beginning that somebody other than retention cut off", async () => {
    const rows = [actionRow(), actionRow()];
    await given(database, ...rows);
    const { hash } = await entryAt(1);
    await run("delete from remediation_action where id = ?", [rows[0]?.id]);
    await run("delete from remediation_audit where seq = 1");
    await run("update remediation_audit_head set checkpoint_seq = 1, checkpoint_hash = ?", [hash]);
    expect((await verify()).broken?.id).to.equal("checkpoint");
  });

  it("takes what retention deletes for what it is, also in the middle", async () => {
    const old = [actionRow({ createdAt: NOW - 9 * DAY_MS }), actionRow({ createdAt: NOW - 9 * DAY_MS })] as const;
    const waiting = actionRow({ createdAt: NOW - 9 * DAY_MS });
    await given(database, old[0], waiting, old[1]);
    for (const row of old) await executed(database, row, NOW - 8 * DAY_MS);
    const retention = createAuditRetention(createUnits(database));
    expect(await retention.deleteFinished(ACME, NOW - DAY_MS, 100, NOW)).to.equal(2);
    // The waiting one holds the log's beginning but for the first entry.
    const verdict = await verify();
    expect(verdict).to.include({ checked: 9, broken: undefined });
    await run("update remediation_audit set hash = 'x' where seq = 4");
    expect((await verify()).broken?.id).to.equal((await entryAt(4)).id);
  });

  it("isn't misled by what others write meanwhile", async () => {
    const rows = Array.from({ length: 40 }, () => actionRow());
    await given(database, ...rows);
    let writing = true;
    let verified = 0;
    const writers = [0, 1].map(async (writer) => {
      // Two handles on one file would wait for each other in this thread.
      const handle = database.kind === "postgres" ? await store.openDatabase() : database;
      for (let round = 0; round < 40 || verified < 3; round++) {
        await nextTurn();
        const row = rows[(round * 2 + writer) % rows.length] as (typeof rows)[number];
        if (round % 3 === 0) await given(handle, actionRow());
        else await changed(handle, row, { fields: { details: { round } } });
        if (round % 10 === 9) {
          const [done] = [actionRow({ status: "REJECTED", updatedAt: NOW - DAY_MS })];
          await given(handle, done as never);
          await createAuditRetention(createUnits(handle)).deleteFinished(ACME, NOW, 100, NOW + round);
        }
      }
    });
    const done = Promise.all(writers).finally(() => (writing = false));
    while (writing) {
      const verdict = await verifyAudit(createAuditPages(database, digestOf), ACME);
      expect(verdict.broken).to.equal(undefined);
      verified++;
    }
    await done;
    expect((await verify()).broken).to.equal(undefined);
  });

  it("looks at its own organization alone", async () => {
    await given(database, actionRow(), actionRow({ organizationId: "other" }));
    await run("update remediation_action set error = 'x' where organization_id = 'other'");
    expect(await verify()).to.include({ checked: 1, broken: undefined });
    expect((await verifyAudit(createAuditPages(database, digestOf), OTHER)).broken).to.not.equal(undefined);
    expect(await organizationsWithAudit(database.reader)).to.deep.equal(["acme", "other"]);
  });

  it("reads ranges of keys", async () => {
    await given(database, actionRow());
    for (const { plan } of await queriesOf(database, verify)) {
      expect(plan).to.not.match(/SCAN remediation|SCAN (named|act|head|other)\b|Seq Scan on remediation/);
    }
  });
});
