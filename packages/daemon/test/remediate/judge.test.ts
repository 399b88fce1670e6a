import { expect } from "chai";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { TelemetryCoverage } from "../../src/model/telemetry-coverage.ts";
import { toAction } from "../../src/remediate/actions/apply-action.ts";
import {
  breakerAfter,
  CLOSED_BREAKER,
  firstVerification,
  type Judgement,
  judge,
  type Postponed,
  type Signals,
} from "../../src/remediate/verify/judge-effect.ts";
import { actionRow } from "../store/audit-samples.ts";
import { incident, NOW } from "../store/samples.ts";

const POLICY = { settleMs: 2 * MINUTE_MS, quietMs: 10 * MINUTE_MS, ineffectiveInARow: 3 };
const COMPLETED = NOW - 15 * MINUTE_MS;
const BEGAN = COMPLETED - MINUTE_MS;
const SETTLED = COMPLETED + POLICY.settleMs;

interface Given {
  readonly action?: Partial<RemediationAction>;
  readonly incident?: Partial<Incident>;
  readonly signals?: Partial<Signals>;
  readonly now?: number;
}

const heard = (since: number, until = NOW): TelemetryCoverage => ({ since, until });

const judged = (given: Given = {}): Judgement | Postponed | undefined => {
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
const status = (given: Given): string => judged(given)?.status ?? "waits";

describe("whether an action helped", () => {
  it("is looked at once its signal had the time to settle and to stay away", () => {
    const { verification, verifyAt } = firstVerification(POLICY, "live", COMPLETED);
    expect(verification).to.deep.equal({ status: "pending", checkedAt: null, reason: null });
    const due = COMPLETED + 12 * MINUTE_MS;
    expect(verifyAt).to.equal(due);
    expect(status({ now: due })).to.equal("verified");
    expect(status({ now: due - 1 })).to.equal("waits");
  });

  it("is said at once of one that was simulated, which doesn't change once more for that", () => {
    const { verification, verifyAt } = firstVerification(POLICY, "simulate", COMPLETED);
    expect(verification).to.include({ status: "inconclusive", checkedAt: COMPLETED });
    expect(verifyAt).to.equal(null);
  });

  it("is so where the signal stays away while the service goes on to send telemetry", () => {
    expect(judged()?.reason).to.equal(
      "Its signal stayed away from 2026-11-21T11:47:00.000Z to 2026-11-21T12:00:00.000Z, while checkout sent 1200 records of telemetry.",
    );
  });

  it("isn't where the signal was seen again, whether or not enough was heard to call it quiet", () => {
    const seen = { lastSeenAt: SETTLED + MINUTE_MS };
    expect(judged({ incident: seen })).to.deep.equal({
      status: "ineffective",
      reason:
        "Its signal (log_error_rate) was seen again at 2026-11-21T11:48:00.000Z, 3 minutes after the action had completed.",
    });
    expect(status({ incident: seen, signals: { listening: heard(NOW) } })).to.equal("ineffective");
  });

  it("doesn't go by what was seen before the action had settled", () => {
    expect(status({ incident: { lastSeenAt: SETTLED } })).to.equal("verified");
  });

  it("is so where the incident resolved because its signal stayed away", () => {
    const resolved = { status: "RESOLVED", resolveAfterMs: 3 * MINUTE_MS, resolvedAt: SETTLED + MINUTE_MS } as const;
    expect(status({ incident: resolved, signals: { received: 0, listening: heard(NOW) } })).to.equal("verified");
    // Resolved by a person, before the signal had stayed away for long enough.
    const early = { ...resolved, resolveAfterMs: 10 * MINUTE_MS };
    expect(status({ incident: early, signals: { received: 0 } })).to.equal("inconclusive");
  });

  it("isn't known where the signal had gone before the action began, by the measure that its absence counts by", () => {
    const at = (lastSeenAt: number, more: Partial<Incident> = {}) => judged({ incident: { lastSeenAt, ...more } });
    expect(at(BEGAN - POLICY.quietMs)?.status).to.equal("verified");
    expect(at(BEGAN - POLICY.quietMs - 1)).to.deep.equal({
      status: "inconclusive",
      reason:
        "Its signal (log_error_rate) was last seen at 2026-11-21T11:33:59.999Z, 10 minutes before the action began: whether the action did anything isn't known.",
    });
    const resolved = { status: "RESOLVED", resolveAfterMs: 3 * MINUTE_MS, resolvedAt: SETTLED + MINUTE_MS } as const;
    expect(at(BEGAN - POLICY.quietMs - 1, resolved)?.status).to.equal("inconclusive");
    // What comes about every quarter of an hour was there, a quarter of an hour before.
    const seldom = { createdAt: BEGAN - 75 * MINUTE_MS, duplicateCount: 4, resolveAfterMs: 30 * MINUTE_MS };
    const later = { now: SETTLED + 30 * MINUTE_MS };
    expect(status({ ...later, incident: { ...seldom, lastSeenAt: BEGAN - 15 * MINUTE_MS } })).to.equal("verified");
    expect(status({ ...later, incident: { ...seldom, lastSeenAt: BEGAN - 31 * MINUTE_MS } })).to.equal("inconclusive");
  });

  it("is looked at later where the signal came seldom, or once", () => {
    const seldom = { createdAt: NOW - 60 * MINUTE_MS, duplicateCount: 4, resolveAfterMs: 30 * MINUTE_MS };
    expect(judged({ incident: seldom })).to.include({ status: "pending", until: SETTLED + 30 * MINUTE_MS });
    expect(status({ incident: { ...seldom, duplicateCount: 40 } })).to.equal("verified");
    expect(status({ incident: { ...seldom, duplicateCount: 0 } })).to.equal("pending");
    expect(status({ incident: { ...seldom, duplicateCount: 0, lastSeenAt: NOW - 1 } })).to.equal("ineffective");
    const later = { incident: seldom, now: SETTLED + 30 * MINUTE_MS };
    expect(status(later)).to.equal("verified");
    expect(status({ ...later, signals: { listening: heard(NOW) } })).to.equal("waits");
  });

  it("waits where nobody listened for long enough, but not for ever", () => {
    const signals = { listening: heard(NOW - MINUTE_MS) };
    expect(status({ signals })).to.equal("waits");
    const late = SETTLED + POLICY.quietMs + DAY_MS + 1;
    expect(status({ signals: { listening: heard(late, late) }, now: late })).to.equal("inconclusive");
  });

  it("isn't known where nothing could show it", () => {
    const reasonOf = (given: Given): string => `${judged(given)?.status}: ${judged(given)?.reason}`;
    expect(reasonOf({ action: { mode: "simulate" } })).to.equal(
      "inconclusive: Nothing was changed: the action was simulated.",
    );
    expect(reasonOf({ incident: { signalType: "manual" } })).to.match(/^inconclusive: No signal opened the incident/);
    expect(reasonOf({ signals: { inMaintenance: true } })).to.match(/^inconclusive: checkout is under maintenance/);
    expect(reasonOf({ signals: { received: 0 } })).to.match(/^inconclusive: checkout sent nothing at all/);
    expect(reasonOf({ incident: { signalType: "deployment" } })).to.match(/^inconclusive: A deployment opened/);
  });

  it("of a silent service is told by whether it speaks", () => {
    const silent = { signalType: "silence" } as const;
    expect(status({ incident: silent })).to.equal("verified");
    expect(status({ incident: silent, signals: { received: 0 } })).to.equal("ineffective");
  });

  it("isn't known where another action may have done it", () => {
    const other = { actionType: "scale-service", queuedAt: SETTLED + MINUTE_MS, finishedAt: SETTLED + 3 * MINUTE_MS };
    const signals = { others: [other] };
    expect(judged({ signals })?.reason).to.match(/^Its signal stays away, but scale-service completed on the same/);
    const at = (lastSeenAt: number): string => status({ signals, incident: { lastSeenAt } });
    expect(at(other.queuedAt - 1)).to.equal("ineffective"); // before the other one was begun
    expect(at(other.finishedAt + 1)).to.equal("inconclusive"); // while that one settled
    expect(at(other.finishedAt + POLICY.settleMs + 1)).to.equal("ineffective"); // after both
  });

  it("is told in one line, whatever a service is called", () => {
    const named = judged({ incident: { primaryService: "a\nb\u202Ec" }, signals: { received: 0 } });
    expect(named?.reason).to.match(/^a bc sent nothing/);
  });
});

describe("actions that don't help", () => {
  const where = { serviceName: "checkout", environment: "production" };
  const ineffective: Judgement = { status: "ineffective", reason: "" };
  const verified: Judgement = { status: "verified", reason: "" };
  const inconclusive: Judgement = { status: "inconclusive", reason: "" };
  const runOf = (...judgements: Judgement[]): string[] => {
    let breaker = CLOSED_BREAKER;
    return judgements.map((judgement, index) => {
      const after = breakerAfter(breaker, judgement, where, 3, NOW + index);
      breaker = after.breaker;
      return after.turned ?? `${breaker.ineffective}${breaker.suspendedAt === null ? "" : " suspended"}`;
    });
  };

  it("suspend automatic ones after so many in a row, once", () => {
    expect(runOf(ineffective, ineffective, ineffective, ineffective)).to.deep.equal([
      "1",
      "2",
      "suspended",
      "4 suspended",
    ]);
  });

  it("don't count where one in between helped, and do where it isn't known", () => {
    expect(runOf(ineffective, ineffective, verified, ineffective, ineffective)).to.deep.equal([
      "1",
      "2",
      "0",
      "1",
      "2",
    ]);
    expect(runOf(ineffective, inconclusive, ineffective, inconclusive, ineffective).at(-1)).to.equal("suspended");
  });

  it("come back with one that helps", () => {
    expect(runOf(ineffective, ineffective, ineffective, inconclusive, verified, ineffective).slice(3)).to.deep.equal([
      "3 suspended",
      "resumed",
      "1",
    ]);
  });

  it("are told of in a sentence", () => {
    expect(breakerAfter({ ...CLOSED_BREAKER, ineffective: 2 }, ineffective, where, 3, NOW).breaker).to.deep.equal({
      ineffective: 3,
      suspendedAt: NOW,
      reason: "The last 3 actions on checkout in production didn't help: until one does, a person approves each.",
    });
  });
});
