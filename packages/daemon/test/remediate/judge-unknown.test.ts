import { expect } from "chai";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { NOW } from "../store/samples.ts";
import { BEGAN, COMPLETED, type Given, heard, judged, POLICY } from "./judge-samples.ts";

const SETTLED = COMPLETED + POLICY.settleMs;
const status = (given: Given): string => judged(given)?.status ?? "waits";

describe("an action whose effect nobody knows", () => {
  it("isn't known where the signal had gone before the action began, by the measure that its absence counts by", () => {
    const at = (lastSeenAt: number, more: Partial<Incident> = {}) => judged({ incident: { lastSeenAt, ...more } });
    expect(at(BEGAN - POLICY.quietMs)?.status).to.equal("verified");
    expect(at(BEGAN - POLICY.quietMs - 1)).to.deep.equal({
      status: "inconclusive",
      reason:
        "Its signal (log_error_rate) was last seen at 2026-11-21T11:33:59.999Z, 10 min before the action began: whether the action did anything isn't known.",
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
});
