import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { TelemetryCoverage } from "../../src/model/telemetry-coverage.ts";
import { toAction } from "../../src/remediate/actions/apply-action.ts";
import { type Judgement, judge, type Postponed, type Signals } from "../../src/remediate/verify/judge-effect.ts";
import { actionRow } from "../store/audit-samples.ts";
import { incident, NOW } from "../store/samples.ts";

export const POLICY = { settleMs: 2 * MINUTE_MS, quietMs: 10 * MINUTE_MS, ineffectiveInARow: 3 };
export const COMPLETED = NOW - 15 * MINUTE_MS;
export const BEGAN = COMPLETED - MINUTE_MS;

export interface Given {
  readonly action?: Partial<RemediationAction>;
  readonly incident?: Partial<Incident>;
  readonly signals?: Partial<Signals>;
  readonly now?: number;
}

export const heard = (since: number, until = NOW): TelemetryCoverage => ({ since, until });

export const judged = (given: Given = {}): Judgement | Postponed | undefined => {
  const details = { execution: { startedAt: new Date(BEGAN).toISOString() } };
  const row = actionRow({ status: "COMPLETED", finishedAt: COMPLETED, details, ...given.action });
  const action = toAction({ ...row, seq: 1 });
  const about = incident({ lastSeenAt: COMPLETED - MINUTE_MS, ...given.incident });
  const signals = {
    received: 1_200,
    inMaintenance: false,
    others: [],
    listening: heard(0, given.now),
    ...given.signals,
  };
  return judge(action, about, signals, POLICY, given.now ?? NOW);
};
