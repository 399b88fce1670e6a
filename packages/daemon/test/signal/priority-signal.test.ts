import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import type { Onset } from "../../src/signal/onset.ts";
import { prioritySignal } from "../../src/signal/priority.ts";
import { incident, NOW } from "../store/samples.ts";

const NONE: Counts = { events: 0, logs: 0, errors: 0 };
const BURST: Counts = { events: 52, logs: 52, errors: 50 };
const AT_CREATION = { at: NOW, isObserved: false };

describe("the priority signal", () => {
  it("counts the time until now, and until its resolution where it is over", () => {
    const at = (given: object, now: number) =>
      prioritySignal(
        incident(given),
        { entry: undefined, onset: AT_CREATION, sinceOnset: NONE, budget: undefined },
        now,
      ).durationMinutes;
    expect(at({}, NOW + 90_000)).to.equal(1.5);
    expect(at({ status: "RESOLVED", resolvedAt: NOW + 2 * MINUTE_MS }, NOW + HOUR_MS)).to.equal(2);
    expect(at({}, NOW - HOUR_MS), "a clock set back").to.equal(0);
  });

  it("names the errors that opened the incident, and since when they count", () => {
    const reasonOf = (onset: Onset) =>
      prioritySignal(incident(), { entry: undefined, budget: undefined, onset, sinceOnset: BURST }, NOW).reason;
    const observed = reasonOf({ at: NOW - MINUTE_MS, isObserved: true });
    expect(observed).to.contain("52 events, 50 errors among them");
    expect(observed).to.contain("Events count from its first evidence, 1 min before it was opened.");
    expect(reasonOf({ at: NOW, isObserved: true })).to.contain(
      "Events count from its first evidence, just before it was opened.",
    );
    expect(reasonOf({ at: NOW - 15 * MINUTE_MS, isObserved: false })).to.contain(
      "Its evidence is not stored, so events count from 15 min before it was opened.",
    );
    expect(reasonOf(AT_CREATION)).to.not.contain("Events count");
  });

  it("says where not all events were counted", () => {
    const reasonOf = (given: object, now = NOW) =>
      prioritySignal(
        incident(given),
        { entry: undefined, onset: AT_CREATION, sinceOnset: NONE, budget: undefined },
        now,
      ).reason;
    const services = Array.from({ length: 21 }, (_, index) => `service ${index}`);
    expect(reasonOf({ affectedServices: services })).to.contain("of its first 20 services");
    expect(reasonOf({ affectedServices: services.slice(1) })).to.not.contain("Events are");
    expect(reasonOf({}, NOW + 31 * 24 * HOUR_MS)).to.contain("of the last 30 days");
  });

  it("says where counts reach back further than they are kept", () => {
    const resolved = (daysAgo: number, windowDays: number) =>
      prioritySignal(
        incident({
          status: "RESOLVED",
          createdAt: NOW - daysAgo * DAY_MS - HOUR_MS,
          resolvedAt: NOW - daysAgo * DAY_MS,
        }),
        {
          entry: { tier: "tier-1", slo: { objectivePct: 99, windowDays } },
          onset: AT_CREATION,
          sinceOnset: NONE,
          budget: undefined,
        },
        NOW,
      ).reason;
    expect(resolved(35, 365)).to.not.contain("Counts are kept");
    expect(resolved(36, 365)).to.contain("Counts are kept for 400 days");
    expect(resolved(399, 1)).to.not.contain("Counts are kept");
    expect(resolved(400, 1)).to.contain("Counts are kept");
  });

  it("says what is missing to judge by", () => {
    const reasonOf = (given: object, entry?: { tier: "tier-1"; slo: null }) =>
      prioritySignal(incident(given), { entry, onset: AT_CREATION, sinceOnset: NONE, budget: undefined }, NOW).reason;
    expect(reasonOf({ affectedServices: [], primaryService: null })).to.contain("names no service");
    expect(reasonOf({})).to.contain("The catalog doesn't know checkout");
    expect(reasonOf({}, { tier: "tier-1", slo: null })).to.contain("no objective of checkout");
    expect(reasonOf({ primaryService: "evil\n\u202eservice" })).to.contain("evil service");
  });
});
