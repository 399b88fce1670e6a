import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyOldLogs } from "../../src/app/wiring/audit-log-wiring.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import {
  type ChainPlace,
  canonicalJson,
  plainHashOf,
  type Sealed,
  sha256,
} from "../../src/remediate/audit/audit-chain.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import type { ChainCheck } from "../../src/remediate/audit/verify-chain.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { actionRow, changed, executed, given } from "./audit-samples.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { numbered } from "./queries.ts";
import { ACME } from "./samples.ts";

interface Reported {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** The stores and helpers of the tests about somebody with the whole database and without the key. */
export function auditAttackWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let dataDir: string;
  let reported: Reported[];
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    dataDir = mkdtempSync(join(tmpdir(), "tocsin-test-audit-"));
    reported = [];
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
    info: (message, fields) => void reported.push({ level: "info", message, fields }),
    warn: (message, fields) => void reported.push({ level: "warn", message, fields }),
    error: (message, fields) => void reported.push({ level: "error", message, fields }),
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

  return {
    history,
    start,
    putHead,
    headOf,
    verify,
    entries,
    rewrite,
    run,
    recompute,
    cut,
    get reported() {
      return reported;
    },
    get store() {
      return store;
    },
    get dataDir() {
      return dataDir;
    },
    get database() {
      return database;
    },
  };
}
