import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { type ChainPlace, canonicalJson, plainHashOf, sha256 } from "../../src/remediate/audit/audit-chain.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { auditAttackWorld } from "./audit-attack-world.ts";
import { actionRow, executed, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

/** What somebody does who can write every table and doesn't have the key; the functions are public. */
onEachEngine("Somebody who changes a log from before its key", (fresh) => {
  const world = auditAttackWorld(fresh);

  describe("where the log is older than its key", () => {
    /** As a daemon of the version before left it. */
    const oldLog = async (): Promise<void> => {
      await world.history();
      await world.recompute(1);
      const last = (await world.entries()).at(-1) as ChainPlace;
      await world.putHead({ seq: last.seq, hash: last.hash, seal: null });
    };

    it("it goes on under the key from an entry that says so, once", async () => {
      await oldLog();
      expect((await world.verify()).broken?.reason).to.match(
        /^The whole log has no key.*none has started since the upgrade/,
      );
      const before = await world.headOf();
      await world.start();
      await world.start();
      const all = await world.entries();
      expect(all.at(-1)).to.include({ event: "chain_keyed", actor: "system", seq: before.seq + 1 });
      expect(JSON.parse(all.at(-1)?.content as string)).to.deep.equal({
        withoutKey: { seq: before.seq, hash: before.hash },
      });
      expect(world.reported).to.deep.equal([
        {
          level: "warn",
          message: "An audit log from an older version has a key from here on",
          fields: { organizationId: "acme", seq: before.seq, hash: before.hash },
        },
      ]);
      expect(statSync(join(world.dataDir, "audit-log-keyed")).mode & 0o777).to.equal(0o600);
      await world.history();
      const { broken, checked } = await world.verify({ hash: before.hash, seq: before.seq });
      expect({ broken, checked }).to.deep.equal({ broken: undefined, checked: 2 * before.seq + 1 });
    });

    it("nobody rewrites the part without a key, nor takes away the entry that closes it", async () => {
      await oldLog();
      await world.start();
      await world.history();
      const kept = await world.entries();
      const closing = kept.findIndex(({ event }) => event === "chain_keyed") + 1;
      // The entry behind the part holds its hash under the key.
      await world.run("update remediation_audit set content = ? where seq = 2", [
        canonicalJson({ approvedBy: "nobody" }),
      ]);
      let previousHash = kept[0]?.hash as string;
      for (const entry of (await world.entries()).slice(1, closing - 1)) {
        const next = { ...entry, previousHash, contentDigest: sha256(entry.content) };
        previousHash = plainHashOf(next);
        await world.run("update remediation_audit set previous_hash = ?, content_digest = ?, hash = ? where seq = ?", [
          next.previousHash,
          next.contentDigest,
          previousHash,
          entry.seq,
        ]);
      }
      expect((await world.verify()).broken).to.deep.equal({
        id: kept[closing - 1]?.id,
        reason: "It doesn't name the hash of the entry before it.",
      });
    });

    it("retention cuts off the part without a key, and the rest is as valid as before", async () => {
      const old = actionRow({ createdAt: NOW - 10 });
      await given(world.database, old);
      await executed(world.database, old, NOW - 9);
      await world.recompute(1);
      const last = (await world.entries()).at(-1) as ChainPlace;
      await world.putHead({ seq: last.seq, hash: last.hash, seal: null });
      await world.start();
      const retention = createAuditRetention(createUnits(world.database));
      const now = Date.now() + 1_000;
      while ((await retention.deleteFinished(ACME, now, 100, now)) > 0);
      expect((await world.entries()).map(({ event }) => event)).to.not.include("requested");
      expect((await world.verify()).broken).to.equal(undefined);
    });
  });
});
