import { expect } from "chai";
import fc from "fast-check";
import { type Involvement, involvementOf, verdictOfEnd } from "../../src/incident/ending-verdict.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { majorityVerdict } from "../../src/model/feedback.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEventType } from "../../src/model/timeline-event.ts";

const entry = (type: TimelineEventType, actor = "ann", metadata: Readonly<Record<string, unknown>> = {}) => ({
  type,
  actor,
  metadata,
});
const NOTHING: Involvement = { acknowledged: false, touched: false };

describe("what an incident was worth by how it ended", () => {
  const ended = (to: "RESOLVED" | "CLOSED", involvement: Involvement, actor = "ann", minutes = 60) =>
    verdictOfEnd({ to, actor, afterMs: minutes * MINUTE_MS }, involvement);

  it("is useful where somebody took it up and it was resolved, whoever resolved it", () => {
    for (const type of ["assigned", "comment_added", "escalated", "remediation_requested"] as const) {
      const involvement = involvementOf([entry("incident_created", SYSTEM), entry(type)]);
      expect(ended("RESOLVED", involvement), type).to.equal("useful");
      expect(ended("RESOLVED", involvement, SYSTEM), type).to.equal("useful");
    }
    const simulated = involvementOf([
      entry("remediation_requested", "ann", { mode: "simulate" }),
      entry("remediation_approved", "ben", { mode: "simulate" }),
    ]);
    expect(simulated).to.deep.equal({ touched: true, acknowledged: false });
    const acknowledged = involvementOf([entry("status_changed", "ann", { from: "OPEN", to: "INVESTIGATING" })]);
    expect(ended("RESOLVED", acknowledged)).to.equal("useful");
  });

  it("is noise where somebody ended it within five minutes, or closed it whenever, and did nothing else", () => {
    expect(ended("RESOLVED", NOTHING, "ann", 5)).to.equal("noise");
    expect(ended("CLOSED", NOTHING, "ann", 5)).to.equal("noise");
    expect(ended("CLOSED", NOTHING, "ann", 600)).to.equal("noise");
  });

  it("is unknown where nobody touched it, or somebody did something that tells neither", () => {
    expect(ended("RESOLVED", NOTHING, SYSTEM)).to.equal(null);
    expect(ended("RESOLVED", NOTHING, "ann", 6)).to.equal(null);
    const noted = involvementOf([entry("note")]);
    expect(noted).to.deep.equal({ touched: true, acknowledged: false });
    expect(ended("CLOSED", noted, "ann", 1)).to.equal(null);
    expect(ended("CLOSED", { acknowledged: true, touched: true })).to.equal(null);
  });

  it("isn't told by what the daemon did, by its ending, or by what somebody thinks of it", () => {
    const timeline = [
      entry("incident_created", "ann"),
      entry("assigned", SYSTEM),
      entry("status_changed", SYSTEM, { from: "OPEN", to: "INVESTIGATING" }),
      entry("status_changed", "ann", { from: "OPEN", to: "RESOLVED" }),
      entry("note", "ann", { reason: "feedback_given" }),
    ];
    expect(involvementOf(timeline)).to.deep.equal(NOTHING);
  });
});

describe("what people say together", () => {
  const said = fc.record({ verdict: fc.constantFrom("useful" as const, "noise" as const), updatedAt: fc.nat(1000) });

  it("is what most say, in whatever order they are asked", () => {
    fc.assert(
      fc.property(fc.uniqueArray(said, { selector: ({ updatedAt }) => updatedAt, minLength: 1 }), (all) => {
        const useful = all.filter(({ verdict }) => verdict === "useful").length;
        const latest = all.toSorted((one, other) => other.updatedAt - one.updatedAt)[0]?.verdict;
        const most = useful * 2 === all.length ? latest : useful * 2 > all.length ? "useful" : "noise";
        expect(majorityVerdict(all)).to.equal(most);
        expect(majorityVerdict(all.toReversed())).to.equal(most);
      }),
    );
    expect(majorityVerdict([])).to.equal(undefined);
  });
});
