import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { keyOldLogs } from "../../src/app/wiring/audit-log-wiring.ts";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import {
  auditKeyOf,
  type ChainPlace,
  canonicalJson,
  plainHashOf,
  type Sealed,
  sha256,
} from "../../src/remediate/audit/audit-chain.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import type { ChainCheck } from "../../src/remediate/audit/verify-chain.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createAuditPages, organizationsWithAudit } from "../../src/store/remediation/audit-walk.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { actionRow, changed, executed, given } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { numbered } from "./queries.ts";
import { ACME, NOW } from "./samples.ts";

interface Told {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** What somebody does who can write every table and doesn't have the key; the functions are public. */
onEachEngine("Somebody with the whole database and without the key", (fresh) => {
  let store: Fresh;
  let database: Database;
  let dataDir: string;
  let told: Told[];
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    dataDir = mkdtempSync(join(tmpdir(), "tocsin-test-audit-"));
    told = [];
  });
  afterEach(async () => {
    await store.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const verify = (expected?: ChainCheck["expected"]): Promise<AuditVerdict> =>
    verifyAudit(createAuditPages(database, digestOf), ACME, expected);
  const run = (sql: string, parameters: readonly unknown[] = []): Promise<unknown> =>
    database.write((transaction) => transaction.query(numbered(transaction, sql), [...parameters]));
  const entries = async (): Promise<(Sealed & { content: string; hash: string })[]> => {
    const rows = (await database.reader.query("select * from remediation_audit order by seq")) as Record<
      string,
      never
    >[];
    return rows.map((row) => ({
      organizationId: row["organization_id"] as never,
      seq: Number(row["seq"]),
      id: row["id"] as never,
      actionId: row["action_id"] as never,
      event: row["event"] as never,
      actor: row["actor"] as never,
      at: Number(row["at"]),
      content: row["content"] as never,
      contentDigest: row["content_digest"] as never,
      rowDigest: row["row_digest"] as never,
      previousHash: row["previous_hash"] as never,
      hash: row["hash"] as never,
    }));
  };
  const headOf = async (): Promise<ChainPlace & { seal: string | null }> => {
    const [row] = (await database.reader.query("select seq, hash, seal from remediation_audit_head")) as [never];
    return { seq: Number(row["seq"]), hash: row["hash"], seal: row["seal"] };
  };
  const putHead = ({ seq, hash, seal }: ChainPlace & { seal: string | null }): Promise<unknown> =>
    run("update remediation_audit_head set seq = ?, hash = ?, seal = ?", [seq, hash, seal]);
  const logger: Logger = {
    debug: () => undefined,
    info: (message, fields) => void told.push({ level: "info", message, fields }),
    warn: (message, fields) => void told.push({ level: "warn", message, fields }),
    error: (message, fields) => void told.push({ level: "error", message, fields }),
  };
  const start = (): Promise<void> => keyOldLogs({ dataDir, secretKey: SECRET_KEY }, database, logger);

  const history = async (): Promise<void> => {
    const rows = [actionRow(), actionRow()] as const;
    await given(database, ...rows);
    await executed(database, rows[0]);
    await changed(database, rows[1], {});
  };

  /** Computes the chain anew from an entry on, as it was done before it had a key. */
  const recompute = async (from: number): Promise<void> => {
    let previousHash = "";
    for (const entry of await entries()) {
      const next = { ...entry, previousHash: entry.seq > from ? previousHash : entry.previousHash };
      const hash = entry.seq >= from ? plainHashOf({ ...next, contentDigest: sha256(entry.content) }) : entry.hash;
      await run("update remediation_audit set previous_hash = ?, content_digest = ?, hash = ? where seq = ?", [
        next.previousHash,
        sha256(entry.content),
        hash,
        entry.seq,
      ]);
      previousHash = hash;
    }
  };

  /** Edits an entry's content, and everything that holds a digest of it. */
  const rewrite = async (seq: number, from = seq): Promise<void> => {
    const content = canonicalJson({ approvedBy: "nobody" });
    await run("update remediation_audit set content = ? where seq = ?", [content, seq]);
    await recompute(from);
    const last = (await entries()).at(-1) as ChainPlace;
    await putHead({ ...(await headOf()), seq: last.seq, hash: last.hash });
  };

  /** Takes the newest entries away and with them every row that would give them away. */
  const cut = async (seq: number): Promise<void> => {
    await run("delete from remediation_action where audit_seq > ?", [seq]);
    await run(
      "delete from remediation_action where id in (select action_id from remediation_audit where seq > ? and action_id is not null)",
      [seq],
    );
    await run("delete from remediation_audit where seq > ?", [seq]);
  };

  it("is told of at the start of a process that has another secret key", async () => {
    await history();
    await start();
    expect(told.filter(({ level }) => level === "error")).to.deep.equal([]);
    await putHead({ ...(await headOf()), seal: "0".repeat(64) });
    await start();
    const errors = told.filter(({ level }) => level === "error");
    expect(errors[0]?.message).to.match(/sealed under another secret key/);
    expect(errors[0]?.fields).to.deep.equal({ organizations: ["acme"] });
  });

  it("edits an entry and recomputes the chain from it on: the entry is named", async () => {
    await history();
    expect((await verify()).broken).to.equal(undefined);
    const third = (await entries())[2];
    await rewrite(3);
    const { broken, checked } = await verify();
    expect(broken).to.deep.equal({ id: third?.id, reason: "Its hash has no key, though those before it have one." });
    expect(checked).to.equal(2);
  });

  it("recomputes the whole chain from its first entry on, in the old form: it isn't taken for an old log", async () => {
    await history();
    await start();
    const [first] = await entries();
    await rewrite(1);
    expect((await verify()).broken).to.include({ id: first?.id });
    expect((await verify()).broken?.reason).to.match(/^The whole log has no key/);
    await run("update remediation_audit_head set seal = null");
    expect((await verify()).broken).to.include({ id: first?.id });
    // Nor does the next start sign it.
    await start();
    expect((await verify()).broken).to.include({ id: first?.id });
    expect(told.at(-1)).to.deep.include({
      level: "error",
      message: "An audit log is back in its old form, without a key; it isn't trusted",
    });
  });

  it("recomputes the chain under a key of their own: the first entry that doesn't fit is named", async () => {
    await history();
    const [, second] = await entries();
    const target = { ...store.target, auditKey: auditKeyOf("a key of somebody else's making") };
    const theirs = await openDatabase(target);
    try {
      await given(theirs, actionRow());
      expect((await verify()).broken).to.deep.equal({
        id: (await entries()).at(-1)?.id,
        reason: "Its hash doesn't fit the key: it was changed, or written with another TOCSIN_SECRET_KEY.",
      });
      // With the other key it is the other way round: the first entry is the first that it doesn't fit.
      expect((await verifyAudit(createAuditPages(theirs, digestOf), ACME)).broken).to.include({
        id: (await entries())[0]?.id,
      });
    } finally {
      await theirs.close();
    }
    expect(second?.seq).to.equal(2);
  });

  it("cuts off the newest entries with all that they did: the log's end isn't where the daemon left it", async () => {
    await given(database, actionRow());
    await given(database, actionRow());
    await cut(1);
    const [first] = await entries();
    await putHead({ ...(await headOf()), seq: 1, hash: first?.hash as string });
    const { broken } = await verify();
    expect(broken?.id).to.equal("head");
    expect(broken?.reason).to.match(/^The log doesn't end where the daemon left it: its newest entries were cut off/);
  });

  it("deletes the log with all its actions: what is counted of them shows it", async () => {
    await given(database, actionRow());
    for (const table of ["remediation_audit", "remediation_audit_head", "remediation_action"]) {
      await run(`delete from ${table}`);
    }
    expect((await verify()).broken).to.include({ id: "head" });
    expect((await verify()).broken?.reason).to.match(/^There is no log, though the database counts actions/);
    expect(await organizationsWithAudit(database.reader)).to.deep.equal([ACME.organizationId]);
  });

  it("puts back an older head as it once was, too: a head that left the machine shows it", async () => {
    await given(database, actionRow());
    const older = await headOf();
    await given(database, actionRow());
    const newer = await headOf();
    expect((await verify({ hash: newer.hash, seq: 2 })).broken).to.equal(undefined);
    await cut(1);
    await putHead(older);
    // Within the database nothing tells this from a log that never went on.
    expect((await verify()).broken).to.equal(undefined);
    for (const expected of [{ hash: newer.hash }, { hash: newer.hash, seq: 2 }, { hash: older.hash, seq: 2 }]) {
      expect((await verify(expected)).broken?.reason).to.match(
        /isn't in the log.*: its end was cut off, it was written/,
      );
    }
    expect((await verify({ hash: older.hash, seq: 1 })).broken).to.equal(undefined);
  });

  describe("where the log is older than its key", () => {
    /** As a daemon of the version before left it. */
    const oldLog = async (): Promise<void> => {
      await history();
      await recompute(1);
      const last = (await entries()).at(-1) as ChainPlace;
      await putHead({ seq: last.seq, hash: last.hash, seal: null });
    };

    it("it goes on under the key from an entry that says so, once", async () => {
      await oldLog();
      expect((await verify()).broken?.reason).to.match(/^The whole log has no key.*none has started since the upgrade/);
      const before = await headOf();
      await start();
      await start();
      const all = await entries();
      expect(all.at(-1)).to.include({ event: "chain_keyed", actor: "system", seq: before.seq + 1 });
      expect(JSON.parse(all.at(-1)?.content as string)).to.deep.equal({
        withoutKey: { seq: before.seq, hash: before.hash },
      });
      expect(told).to.deep.equal([
        {
          level: "warn",
          message: "An audit log from an older version has a key from here on",
          fields: { organizationId: "acme", seq: before.seq, hash: before.hash },
        },
      ]);
      expect(statSync(join(dataDir, "audit-log-keyed")).mode & 0o777).to.equal(0o600);
      await history();
      const { broken, checked } = await verify({ hash: before.hash, seq: before.seq });
      expect({ broken, checked }).to.deep.equal({ broken: undefined, checked: 2 * before.seq + 1 });
    });

    it("nobody rewrites the part without a key, nor takes away the entry that closes it", async () => {
      await oldLog();
      await start();
      await history();
      const kept = await entries();
      const closing = kept.findIndex(({ event }) => event === "chain_keyed") + 1;
      // The entry behind the part holds its hash under the key.
      await run("update remediation_audit set content = ? where seq = 2", [canonicalJson({ approvedBy: "nobody" })]);
      let previousHash = kept[0]?.hash as string;
      for (const entry of (await entries()).slice(1, closing - 1)) {
        const next = { ...entry, previousHash, contentDigest: sha256(entry.content) };
        previousHash = plainHashOf(next);
        await run("update remediation_audit set previous_hash = ?, content_digest = ?, hash = ? where seq = ?", [
          next.previousHash,
          next.contentDigest,
          previousHash,
          entry.seq,
        ]);
      }
      expect((await verify()).broken).to.deep.equal({
        id: kept[closing - 1]?.id,
        reason: "It doesn't name the hash of the entry before it.",
      });
    });

    it("retention cuts off the part without a key, and the rest is as valid as before", async () => {
      const old = actionRow({ createdAt: NOW - 10 });
      await given(database, old);
      await executed(database, old, NOW - 9);
      await recompute(1);
      const last = (await entries()).at(-1) as ChainPlace;
      await putHead({ seq: last.seq, hash: last.hash, seal: null });
      await start();
      const retention = createAuditRetention(createUnits(database));
      const now = Date.now() + 1_000;
      while ((await retention.deleteFinished(ACME, now, 100, now)) > 0);
      expect((await entries()).map(({ event }) => event)).to.not.include("requested");
      expect((await verify()).broken).to.equal(undefined);
    });
  });
});
