import { systemClock, toIso } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createHeadTeller, type LogHead } from "../../remediate/tell-heads.ts";
import { readAuditHeads } from "../../store/remediation/audit-heads.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import { type Task, TIDY_MS } from "../runtime/schedule.ts";
import { lazyOutbound } from "./lazy-outbound.ts";

const TIMEOUT_MS = 10_000;

/** Heads of audit logs leave the machine by themselves: as log lines, and to an address where one is set. */
export function auditHeadTasks(
  { auditHeadUrl: url }: Pick<Config, "auditHeadUrl">,
  database: Pick<Database, "reader">,
  logger: Logger,
  stop: AbortSignal,
): Task[] {
  const parts = { heads: readAuditHeads(database), clock: systemClock };
  const log = createHeadTeller({
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
  const post = createHeadTeller({ ...parts, tell: posting(url, stop) });
  return [...tasks, { name: "post the heads of audit logs", everyMs: TIDY_MS, run: post }];
}

/** JSON; with a text, which is what incoming webhooks of chats show. The address may be a secret: only its host is told. */
function posting(url: string, stop: AbortSignal): (heads: readonly LogHead[]) => Promise<void> {
  const { host } = new URL(url);
  // Whoever runs the daemon gave the address: that is leave enough to reach it.
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
