import { expect } from "chai";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { auditAttackWorld } from "./audit-attack-world.ts";
import { actionRow, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { ACME } from "./samples.ts";

/** What somebody does who can write every table and doesn't have the key; the functions are public. */
onEachEngine("Somebody with the whole database and without the key", (fresh) => {
  const world = auditAttackWorld(fresh);

  it("is told of at the start of a process that has another secret key", async () => {
    await world.history();
    await world.start();
    expect(world.reported.filter(({ level }) => level === "error")).to.deep.equal([]);
    await world.putHead({ ...(await world.headOf()), seal: "0".repeat(64) });
    await world.start();
    const errors = world.reported.filter(({ level }) => level === "error");
    expect(errors[0]?.message).to.match(/sealed under another secret key/);
    expect(errors[0]?.fields).to.deep.equal({ organizations: ["acme"] });
  });

  it("edits an entry and recomputes the chain from it on: the entry is named", async () => {
    await world.history();
    expect((await world.verify()).broken).to.equal(undefined);
    const third = (await world.entries())[2];
    await world.rewrite(3);
    const { broken, checked } = await world.verify();
    expect(broken).to.deep.equal({ id: third?.id, reason: "Its hash has no key, though those before it have one." });
    expect(checked).to.equal(2);
  });

  it("recomputes the whole chain from its first entry on, in the old form: it isn't taken for an old log", async () => {
    await world.history();
    await world.start();
    const [first] = await world.entries();
    await world.rewrite(1);
    expect((await world.verify()).broken).to.include({ id: first?.id });
    expect((await world.verify()).broken?.reason).to.match(/^The whole log has no key/);
    await world.run("update remediation_audit_head set seal = null");
    expect((await world.verify()).broken).to.include({ id: first?.id });
    // Nor does the next start sign it.
    await world.start();
    expect((await world.verify()).broken).to.include({ id: first?.id });
    expect(world.reported.at(-1)).to.deep.include({
      level: "error",
      message: "An audit log is back in its old form, without a key; it isn't trusted",
    });
  });

  it("recomputes the chain under a key of their own: the first entry that doesn't fit is named", async () => {
    await world.history();
    const [, second] = await world.entries();
    const target = { ...world.store.target, auditKey: auditKeyOf("a key of somebody else's making") };
    const theirs = await openDatabase(target);
    try {
      await given(theirs, actionRow());
      expect((await world.verify()).broken).to.deep.equal({
        id: (await world.entries()).at(-1)?.id,
        reason: "Its hash doesn't fit the key: it was changed, or written with another TOCSIN_SECRET_KEY.",
      });
      // With the other key it is the other way round: the first entry is the first that it doesn't fit.
      expect((await verifyAudit(createAuditPages(theirs, digestOf), ACME)).broken).to.include({
        id: (await world.entries())[0]?.id,
      });
    } finally {
      await theirs.close();
    }
    expect(second?.seq).to.equal(2);
  });
});
