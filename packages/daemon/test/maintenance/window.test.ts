import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { createHeldCandidate, updateHeldCandidate } from "../../src/maintenance/held-candidate.ts";
import {
  changeWindow,
  checkDeletable,
  endWindow,
  type MaintenanceWindow,
  planWindow,
  stateOf,
  type WindowPlan,
} from "../../src/maintenance/window.ts";
import { ACME, candidate, NOW } from "../store/samples.ts";

const ada = { ...ACME, actor: "Ada" };
const plan = (given: Partial<WindowPlan> = {}, now = NOW): MaintenanceWindow =>
  planWindow(ada, { services: ["api"], startsAt: NOW, endsAt: NOW + HOUR_MS, reason: "upgrade", ...given }, now);
const change = (window: MaintenanceWindow, given: { endsAt?: number; reason?: string }, now = NOW): MaintenanceWindow =>
  changeWindow(window, { endsAt: given.endsAt, reason: given.reason }, now);
const refusal = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ApplicationError) return `${error.code} ${error.details[0]?.path ?? ""}`.trim();
    throw error;
  }
  return "not refused";
};

describe("a maintenance window", () => {
  it("is scheduled, active from its start and over from its end on", () => {
    const window = plan({ startsAt: NOW + MINUTE_MS });
    const states = [0, MINUTE_MS - 1, MINUTE_MS, HOUR_MS - 1, HOUR_MS].map((after) => stateOf(window, NOW + after));
    expect(states).to.deep.equal(["scheduled", "scheduled", "active", "active", "ended"]);
  });

  it("begins now where it names no start, or one that has passed", () => {
    expect(plan({ startsAt: undefined }).startsAt).to.equal(NOW);
    expect(plan({ startsAt: NOW - DAY_MS }).startsAt).to.equal(NOW);
  });

  it("has its services by the names that telemetry is kept under, each once, and who scheduled it", () => {
    const window = plan({ services: [" api ", "api", "db\u0000"], reason: " upgrade " });
    expect(window.services).to.deep.equal(["api", "db\uFFFD"]);
    expect(window).to.include({ createdBy: "Ada", reason: "upgrade", organizationId: "acme", endedBy: null });
  });

  it("ends in the future, after its start and at most 30 days after it", () => {
    const month = 30 * DAY_MS;
    expect(plan({ endsAt: NOW + month }).overAt).to.equal(NOW + month);
    for (const times of [
      { endsAt: NOW },
      { endsAt: NOW - 1 },
      { startsAt: NOW + HOUR_MS, endsAt: NOW + HOUR_MS },
      { endsAt: NOW + month + 1 },
    ])
      expect(
        refusal(() => plan(times)),
        JSON.stringify(times),
      ).to.equal("invalid_request /endsAt");
  });

  it("moves its end or reason until it is over, by the same bounds", () => {
    const window = plan();
    const longer = change(window, { endsAt: NOW + 2 * HOUR_MS });
    expect(longer).to.deep.include({ endsAt: NOW + 2 * HOUR_MS, overAt: NOW + 2 * HOUR_MS, reason: "upgrade" });
    expect(change(window, { reason: "rollback" }, NOW + 5)).to.include({ reason: "rollback", updatedAt: NOW + 5 });
    expect(refusal(() => change(window, { endsAt: NOW }))).to.equal("invalid_request /endsAt");
    expect(refusal(() => change(window, { endsAt: NOW + 31 * DAY_MS }))).to.equal("invalid_request /endsAt");
    expect(refusal(() => change(window, { reason: "late" }, NOW + HOUR_MS))).to.equal("maintenance_window_state");
  });

  it("is ended once, by whom it says; before it began it is deleted, and only then", () => {
    const window = plan({ startsAt: NOW + MINUTE_MS });
    expect(refusal(() => endWindow(window, ada, NOW))).to.equal("maintenance_window_state");
    expect(refusal(() => checkDeletable(window, NOW))).to.equal("not refused");
    const held = { ...window, heldCount: 1 };
    expect(
      refusal(() => checkDeletable(held, NOW)),
      "begun by the clock of a worker",
    ).to.equal("maintenance_window_state");
    const ended = endWindow(window, ada, NOW + 2 * MINUTE_MS);
    expect(ended).to.include({ overAt: NOW + 2 * MINUTE_MS, endsAt: NOW + HOUR_MS, endedBy: "Ada" });
    expect(endWindow(ended, { ...ada, actor: "Bob" }, NOW + 3 * MINUTE_MS)).to.equal(ended);
    expect(refusal(() => checkDeletable(window, NOW + MINUTE_MS))).to.equal("maintenance_window_state");
    expect(refusal(() => checkDeletable(ended, NOW + 2 * MINUTE_MS))).to.equal("maintenance_window_state");
  });
});

describe("a held candidate", () => {
  it("stands for all that came since, by the gravest and of equally grave ones the latest", () => {
    let held = createHeldCandidate(candidate({ title: "first", severity: "HIGH", observations: 2 }), "one", NOW);
    const more = [
      candidate({ title: "second", severity: "HIGH", observations: 3, observedAt: NOW + 10, resolveAfterMs: 90_000 }),
      candidate({ title: "milder", severity: "LOW", observations: 4, observedAt: NOW + 20 }),
    ];
    for (const [index, next] of more.entries())
      held = updateHeldCandidate(held, next, "another", NOW + 100 * (index + 1));
    expect(held).to.include({ windowId: "another", heldSince: NOW, lastSeenAt: NOW + 200 });
    expect(held.candidate).to.include({
      title: "second",
      severity: "HIGH",
      observations: 9,
      observedAt: NOW + 20,
      resolveAfterMs: 90_000,
    });
  });
});
