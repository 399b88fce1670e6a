import { expect } from "chai";
import { organizationsWithAudit } from "../../src/store/remediation/audit-walk.ts";
import { auditAttackWorld } from "./audit-attack-world.ts";
import { actionRow, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { ACME } from "./samples.ts";

/** What somebody does who can write every table and doesn't have the key; the functions are public. */
onEachEngine("Somebody who cuts or replaces the audit log", (fresh) => {
  const world = auditAttackWorld(fresh);

  it("cuts off the newest entries with all that they did: the log's end isn't where the daemon left it", async () => {
    await given(world.database, actionRow());
    await given(world.database, actionRow());
    await world.cut(1);
    const [first] = await world.entries();
    await world.putHead({ ...(await world.headOf()), seq: 1, hash: first?.hash as string });
    const { broken } = await world.verify();
    expect(broken?.id).to.equal("head");
    expect(broken?.reason).to.match(/^The log doesn't end where the daemon left it: its newest entries were cut off/);
  });

  it("deletes the log with all its actions: what is counted of them shows it", async () => {
    await given(world.database, actionRow());
    for (const table of ["remediation_audit", "remediation_audit_head", "remediation_action"]) {
      await world.run(`delete from ${table}`);
    }
    expect((await world.verify()).broken).to.include({ id: "head" });
    expect((await world.verify()).broken?.reason).to.match(/^There is no log, though the database counts actions/);
    expect(await organizationsWithAudit(world.database.reader)).to.deep.equal([ACME.organizationId]);
  });

  it("puts back an older head as it once was, too: a head that left the machine shows it", async () => {
    await given(world.database, actionRow());
    const older = await world.headOf();
    await given(world.database, actionRow());
    const newer = await world.headOf();
    expect((await world.verify({ hash: newer.hash, seq: 2 })).broken).to.equal(undefined);
    await world.cut(1);
    await world.putHead(older);
    // Within the database nothing tells this from a log that never went on.
    expect((await world.verify()).broken).to.equal(undefined);
    for (const expected of [{ hash: newer.hash }, { hash: newer.hash, seq: 2 }, { hash: older.hash, seq: 2 }]) {
      expect((await world.verify(expected)).broken?.reason).to.match(
        /isn't in the log.*: its end was cut off, it was written/,
      );
    }
    expect((await world.verify({ hash: older.hash, seq: 1 })).broken).to.equal(undefined);
  });
});
