import { expect } from "chai";
import fc from "fast-check";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages, organizationsWithAudit } from "../../src/store/remediation/audit-walk.ts";
import { actionTable, auditHeadTable, auditTable } from "../../src/store/remediation/remediation-tables.ts";
import { auditCheckWorld } from "./audit-check-world.ts";
import { actionRow, given, insertAction } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { OTHER } from "./samples.ts";

onEachEngine("Checking the audit log", (fresh) => {
  const world = auditCheckWorld(fresh);

  it("finds nothing where nothing was ever done", async () => {
    expect(await world.verify()).to.deep.equal({
      organizationId: "acme",
      checked: 0,
      headHash: null,
      broken: undefined,
    });
  });

  it("counts what it checked, and answers the hash of the newest entry", async () => {
    await world.history();
    const verdict = await world.verify();
    expect(verdict.broken).to.equal(undefined);
    expect(verdict).to.include({ checked: 9, headHash: (await world.entryAt(9)).hash });
  });

  it("goes on over many pages", async () => {
    await createUnits(world.database).run("acme", async (unit) => {
      for (let index = 0; index < 700; index++) await insertAction(unit, actionRow());
    });
    expect(await world.verify()).to.include({ checked: 700, broken: undefined });
    await world.run("update remediation_action set error = 'never happened' where audit_seq = 600");
    expect((await world.verify()).broken?.id).to.equal((await world.entryAt(600)).id);
  });

  it("finds a change to any column of an entry", async () => {
    await world.history();
    const columns = world.database.reader.connection.getMetadata(auditTable).columns;
    for (const { databaseName: column, type } of columns) {
      if (column === "seq") continue; // which has a test of its own
      const value = type === "bigint" ? 1 : column === "id" ? randomId() : "tampered";
      const before = (
        await world.read<Record<string, unknown>>(`select ${column} from remediation_audit where seq = 5`)
      )[0];
      await world.run(`update remediation_audit set ${column} = ? where seq = 5 and organization_id = 'acme'`, [value]);
      expect((await world.verify()).broken, column).to.not.equal(undefined);
      await world.run(`update remediation_audit set ${column} = ? where seq = 5`, [before?.[column]]);
      expect((await world.verify()).broken, column).to.equal(undefined);
    }
    await world.run("update remediation_audit set content = null where seq = 5");
    expect((await world.verify()).broken?.reason).to.match(/^Its content is gone/);
  });

  it("finds a change to any column of an action", async () => {
    const [, executedId] = await world.history();
    const columns = world.database.reader.connection.getMetadata(actionTable).columns;
    for (const column of columns.map(({ databaseName }) => databaseName)) {
      if (column === "seq") continue; // the order in lists, which says nothing of what was done
      const [before] = await world.read<Record<string, unknown>>(
        `select ${column} from remediation_action where id = '${executedId}'`,
      );
      const old = before?.[column];
      const isNumber = /_at$|_seq$|_told$/.test(column);
      const value = isNumber ? 1 : column === "id" ? randomId() : '{"tampered":true}';
      const key = column === "id" ? value : executedId;
      await world.run(`update remediation_action set ${column} = ? where id = ?`, [value, executedId]);
      expect((await world.verify()).broken, column).to.not.equal(undefined);
      await world.run(`update remediation_action set ${column} = ? where id = ?`, [old, key]);
      expect((await world.verify()).broken, column).to.equal(undefined);
    }
    await world.run("update remediation_action set details = 'no JSON' where id = ?", [executedId]);
    expect((await world.verify()).broken?.reason).to.contain(
      `The row of action ${executedId} isn't as this entry left it.`,
    );
  });

  it("finds a change to any column of the head", async () => {
    await world.history();
    const columns = world.database.reader.connection.getMetadata(auditHeadTable).columns;
    for (const column of columns.map(({ databaseName }) => databaseName)) {
      const [before] = await world.read<Record<string, unknown>>(`select ${column} from remediation_audit_head`);
      await world.run(`update remediation_audit_head set ${column} = ?`, [column.endsWith("seq") ? 3 : "f".repeat(64)]);
      expect((await world.verify()).broken, column).to.not.equal(undefined);
      await world.run(`update remediation_audit_head set ${column} = ?`, [before?.[column]]);
      expect((await world.verify()).broken, column).to.equal(undefined);
    }
    await world.run("delete from remediation_audit_head");
    expect((await world.verify()).broken?.id).to.equal("head");
  });

  it("finds whatever is changed, wherever", async () => {
    await world.history();
    const tables = [auditTable, actionTable].map((table) => world.database.reader.connection.getMetadata(table));
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
        const rows = await world.read<Record<string, unknown>>(`select id, ${column} as old from ${table} order by id`);
        const { id, old } = rows[row % rows.length] as { id: string; old: unknown };
        const value = column === "expiry_told" ? 1 : isNumber ? number : text;
        await world.run(`update ${table} set ${column} = ? where id = ?`, [value, id]);
        const { broken } = await world.verify();
        await world.run(`update ${table} set ${column} = ? where id = ?`, [old, column === "id" ? value : id]);
        expect(broken).to.not.equal(undefined);
        expect((await world.verify()).broken).to.equal(undefined);
      }),
      { numRuns: 150 },
    );
  });

  it("looks at its own organization alone", async () => {
    await given(world.database, actionRow(), actionRow({ organizationId: "other" }));
    await world.run("update remediation_action set error = 'x' where organization_id = 'other'");
    expect(await world.verify()).to.include({ checked: 1, broken: undefined });
    expect((await verifyAudit(createAuditPages(world.database, digestOf), OTHER)).broken).to.not.equal(undefined);
    expect(await organizationsWithAudit(world.database.reader)).to.deep.equal(["acme", "other"]);
  });

  it("reads ranges of keys", async () => {
    await given(world.database, actionRow());
    for (const { plan } of await queriesOf(world.database, world.verify)) {
      expect(plan).to.not.match(/SCAN remediation|SCAN (named|act|head|other)\b|Seq Scan on remediation/);
    }
  });
});
