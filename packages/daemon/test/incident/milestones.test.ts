import { expect } from "chai";
import { milestonesOf } from "../../src/incident/milestones.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import { incident, NOW } from "../store/samples.ts";
import { reported } from "./postmortem-samples.ts";

const moved = (from: string, to: string, minutes: number, actor = "Ada"): TimelineEvent =>
  reported("status_changed", minutes, { from, to }, { actor });

describe("The milestones of an incident", () => {
  const of = (...timeline: readonly TimelineEvent[]) => milestonesOf(incident(), timeline);

  it("say that it was acknowledged by the first assignment or the first move out of OPEN", () => {
    const assigned = reported("assigned", 4, { assigneeId: "bob" }, { actor: "Bob" });
    const taken = moved("OPEN", "INVESTIGATING", 6);
    expect(of(assigned, taken)).to.include({ acknowledgedAt: assigned.createdAt, acknowledgedBy: "Bob" });
    expect(of(taken, assigned)).to.include({ acknowledgedAt: taken.createdAt, acknowledgedBy: "Ada" });
    expect(of(moved("OPEN", "CLOSED", 2)).acknowledgedAt).to.equal(NOW + 2 * MINUTE_MS);
  });

  it("say that nobody acknowledged what recovered by itself or was taken from somebody", () => {
    const alone = moved("OPEN", "RESOLVED", 15, SYSTEM);
    expect(of(reported("assigned", 1, { assigneeId: null }), alone)).to.include({
      acknowledgedAt: null,
      acknowledgedBy: null,
    });
    expect(of(moved("OPEN", "INVESTIGATING", 3, SYSTEM)).acknowledgedAt, "a diagnosis began").to.equal(null);
  });

  it("count how often it came back, and tell what it was raised to", () => {
    const again = of(
      moved("OPEN", "RESOLVED", 1),
      moved("RESOLVED", "OPEN", 2),
      reported("duplicate_observed", 3, { severityRaisedTo: "CRITICAL" }),
      moved("OPEN", "RESOLVED", 4),
      moved("RESOLVED", "CLOSED", 5),
    );
    expect(again.reopened).to.equal(1);
    expect(again.raised).to.deep.equal([{ severity: "CRITICAL", at: NOW + 3 * MINUTE_MS }]);
  });
});
