import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock, toIso } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { startKeyedChain } from "../../remediate/audit/append-audit.ts";
import { auditKeyOf, headSealOf } from "../../remediate/audit/audit-chain.ts";
import { createHeadPublisher, type LogHead } from "../../remediate/audit/publish-audit-heads.ts";
import { readAuditHeads, readPlainHeads, readSealedHeads } from "../../store/remediation/audit-heads.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";
import { createUnits } from "./incident-wiring.ts";
import { lazyOutbound } from "./outbound-clients.ts";

const TIMEOUT_MS = 10_000;
const PAGE = 1_000;
const NAMED_MAX = 100;

/** Publishes the heads of audit logs outside this machine: as log lines, and to an address where one is set. */
export function auditHeadTasks(
  { auditHeadUrl: url }: Pick<Config, "auditHeadUrl">,
  database: Pick<Database, "reader">,
  logger: Logger,
  stop: AbortSignal,
): Task[] {
  const parts = { heads: readAuditHeads(database), clock: systemClock };
  const log = createHeadPublisher({
    ...parts,
    tell: (heads) => {
      for (const head of heads) logger.info("Audit log head", { ...head });
    },
    movedBack: ({ organizationId, seq, hash }, before) =>
      logger.error("An audit log ends earlier than before: its newest entries were cut off", {
        ...{ organizationId, seq, hash },
        before: { seq: before.seq, hash: before.hash },
      }),
  });
  const tasks = [{ name: "log the heads of audit logs", everyMs: TIDY_MS, run: log }];
  if (url === undefined) return tasks;
  const post = createHeadPublisher({ ...parts, tell: postHeads(url, stop) });
  return [...tasks, { name: "post the heads of audit logs", everyMs: TIDY_MS, run: post }];
}

/**
 * Posts JSON with a `text`, which incoming webhooks of chats show. The address may hold a secret, so that errors name
 * its host only.
 */
function postHeads(url: string, stop: AbortSignal): (heads: readonly LogHead[]) => Promise<void> {
  const { host } = new URL(url);
  // The operator configured this address, so it needs no entry among the allowed hosts.
  const outbound = lazyOutbound({ hosts: [{ name: host, organizationId: undefined }] });
  return async (heads) => {
    const body = JSON.stringify({
      type: "audit_heads",
      at: toIso(systemClock.now()),
      text: heads.map(({ organizationId, seq, hash }) => `Audit log of ${organizationId}: ${seq} ${hash}`).join("\n"),
      heads,
    });
    const headers = { "content-type": "application/json" };
    const request = { organizationId: "", method: "POST", url, headers, body, timeoutMs: TIMEOUT_MS } as const;
    const { status } = await outbound(request, stop);
    if (status < 200 || status >= 300) throw new Error(`${host} answered ${status}.`);
  };
}

/**
 * Gives audit logs of versions before the keyed chain their key: once for each data directory. Otherwise somebody with
 * write access to the database could restore a log's old form, change it, and have the next start sign it.
 */
export async function keyOldLogs(
  { dataDir, secretKey }: Pick<Config, "dataDir" | "secretKey">,
  database: Pick<Database, "reader" | "write">,
  logger: Logger,
): Promise<void> {
  const key = auditKeyOf(secretKey);
  const foreign = (await readSealedHeads(database, NAMED_MAX)).filter((head) => head.seal !== headSealOf(key, head));
  if (foreign.length > 0) {
    logger.error(
      "Audit logs were sealed under another secret key, and entries of this process will not fit them. Set TOCSIN_SECRET_KEY to the same value in every process that shares the database",
      { organizations: foreign.map(({ organizationId }) => organizationId) },
    );
  }
  const marker = join(dataDir, "audit-log-keyed");
  if (existsSync(marker)) {
    for (const head of await readPlainHeads(database, NAMED_MAX)) {
      logger.error("An audit log is back in its old form, without a key; it isn't trusted", { ...head });
    }
    return;
  }
  for (let keyed = 1; keyed > 0; ) {
    keyed = 0;
    for (const head of await readPlainHeads(database, PAGE)) {
      if (!(await startKeyedChain(createUnits(database), head, systemClock.now()))) continue;
      keyed++;
      logger.warn("An audit log from an older version has a key from here on", { ...head });
    }
  }
  const text = "Audit logs have a key. See docs/audit.md before you remove this file.\n";
  writeFileSync(marker, text, { mode: 0o600, flush: true });
}
