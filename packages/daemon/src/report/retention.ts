import { DAY_MS } from "../kernel/clock.ts";
import type { Scope } from "../model/scope.ts";
import type { AuditRetention } from "../remediate/audit/audit-retention.ts";
import type { ReportRetention } from "./store.ts";

const AUDIT_ROWS_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

export interface RetentionDeps {
  readonly audit: AuditRetention;
  readonly retention: ReportRetention;
}

export interface RetentionResult {
  readonly organizationId: string;
  readonly retentionDays: number;
  readonly cutoff: number;
  readonly deletedCount: number;
}

/**
 * Deletes what last changed before the cutoff, in small transactions that let other writers in, until nothing is left
 * or the signal aborts.
 */
export async function enforceRetention(
  { audit, retention }: RetentionDeps,
  scope: Scope,
  retentionDays: number,
  now: number,
  signal?: AbortSignal,
): Promise<RetentionResult> {
  const cutoff = now - retentionDays * DAY_MS;
  const deletedCount = await untilNone(() => audit.deleteFinished(scope, cutoff, AUDIT_ROWS_AT_ONCE, now), signal);
  await untilNone(() => retention.deleteRuns(scope, cutoff, ROWS_AT_ONCE), signal);
  await untilNone(() => retention.forgetOutputs(scope, cutoff, ROWS_AT_ONCE), signal);
  return { organizationId: scope.organizationId, retentionDays, cutoff, deletedCount };
}

async function untilNone(step: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let sum = 0;
  while (!signal?.aborted) {
    const taken = await step();
    if (taken === 0) break;
    sum += taken;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sum;
}
