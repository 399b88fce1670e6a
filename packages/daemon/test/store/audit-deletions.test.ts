import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { auditCheckWorld } from "./audit-check-world.ts";
import { actionRow, changed, executed, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

/** What is synchronous beneath its promises would else leave nobody else a turn. */
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

onEachEngine("Checking the audit log for deletions", (fresh) => {
  const world = auditCheckWorld(fresh);

  it("finds entries that were deleted, put in between, added or exchanged", async () => {
    await world.history();
    const entries = await world.read<Record<string, unknown>>("select * from remediation_audit order by seq");
    const restore = async (): Promise<void> => {
      await world.run("delete from remediation_audit");
      for (const entry of entries) {
        const names = Object.keys(entry);
        await world.run(
          `insert into remediation_audit (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
          Object.values(entry),
        );
      }
      expect((await world.verify()).broken).to.equal(undefined);
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
      for (const sql of tampering) await world.run(sql);
      expect((await world.verify()).broken, tampering.join("; ")).to.not.equal(undefined);
      await restore();
    }
  });

  it("finds an action that was deleted, and one that nobody requested", async () => {
    const [waiting] = await world.history();
    await world.run(
      `insert into remediation_action (id, organization_id, incident_id, action_type, status, performed_by, environment_key,
       severity, parameters, origin, mode, plan, plan_hash, details, created_at, updated_at, audit_seq)
       select 'forged', organization_id, incident_id, action_type, status, performed_by, environment_key, severity, parameters,
       origin, mode, plan, plan_hash, details, created_at, updated_at, audit_seq from remediation_action where id = ?`,
      [waiting],
    );
    expect((await world.verify()).broken).to.deep.equal({
      id: "forged",
      reason: "The log doesn't know the row of action forged.",
    });
    await world.run("delete from remediation_action where id = 'forged'");
    await world.run("delete from remediation_action where id = ?", [waiting]);
    expect((await world.verify()).broken).to.deep.equal({
      id: (await world.entryAt(1)).id,
      reason: `The row of action ${waiting} is gone.`,
    });
    // Nor does it help to make it look as if retention had done it.
    await world.run("update remediation_audit set content = null where action_id = ?", [waiting]);
    expect((await world.verify()).broken?.reason).to.equal(`No deletion of action ${waiting} is on record.`);
  });

  it("finds a beginning that somebody other than retention cut off", async () => {
    const rows = [actionRow(), actionRow()];
    await given(world.database, ...rows);
    const { hash } = await world.entryAt(1);
    await world.run("delete from remediation_action where id = ?", [rows[0]?.id]);
    await world.run("delete from remediation_audit where seq = 1");
    await world.run("update remediation_audit_head set checkpoint_seq = 1, checkpoint_hash = ?", [hash]);
    expect((await world.verify()).broken?.id).to.equal("checkpoint");
  });

  it("takes what retention deletes for what it is, also in the middle", async () => {
    const old = [actionRow({ createdAt: NOW - 9 * DAY_MS }), actionRow({ createdAt: NOW - 9 * DAY_MS })] as const;
    const waiting = actionRow({ createdAt: NOW - 9 * DAY_MS });
    await given(world.database, old[0], waiting, old[1]);
    for (const row of old) await executed(world.database, row, NOW - 8 * DAY_MS);
    const retention = createAuditRetention(createUnits(world.database));
    expect(await retention.deleteFinished(ACME, NOW - DAY_MS, 100, NOW)).to.equal(2);
    // The waiting one holds the log's beginning but for the first entry.
    const verdict = await world.verify();
    expect(verdict).to.include({ checked: 9, broken: undefined });
    await world.run("update remediation_audit set hash = 'x' where seq = 4");
    expect((await world.verify()).broken?.id).to.equal((await world.entryAt(4)).id);
  });

  it("isn't misled by what others write meanwhile", async () => {
    const rows = Array.from({ length: 40 }, () => actionRow());
    await given(world.database, ...rows);
    let writing = true;
    let verified = 0;
    const writers = [0, 1].map(async (writer) => {
      // Two handles on one file would wait for each other in this thread.
      const handle = world.database.kind === "postgres" ? await world.store.openDatabase() : world.database;
      for (let round = 0; round < 40 || verified < 3; round++) {
        await nextTick();
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
      const verdict = await verifyAudit(createAuditPages(world.database, digestOf), ACME);
      expect(verdict.broken).to.equal(undefined);
      verified++;
    }
    await done;
    expect((await world.verify()).broken).to.equal(undefined);
  });
});
