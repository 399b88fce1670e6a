import { expect } from "chai";
import fc from "fast-check";
import { decideOpening } from "../../src/incident/decide-opening.ts";
import { type Incident, incidentStatuses, isOver, severities } from "../../src/model/incident.ts";
import { candidate, incident, MINUTE_MS, NOW } from "./decisions-samples.ts";

const outcome = (latest: Incident | undefined, now = NOW, observedAt = now): string =>
  decideOpening(candidate({ observedAt }), latest, now).outcome;

describe("what a candidate comes to", () => {
  it("is an incident where there was none, OPEN, with its reason and its evidence in the timeline", () => {
    const opening = decideOpening(candidate(), undefined, NOW);
    if (opening.outcome !== "open") throw new Error(opening.outcome);
    expect(opening.incident).to.include({
      status: "OPEN",
      duplicateCount: 0,
      environment: "unknown",
      primaryService: "checkout-api",
      resolvedAt: null,
    });
    expect(opening.timeline).to.have.lengthOf(1);
    expect(opening.timeline[0]).to.deep.include({ type: "incident_created", actor: "system" });
    expect(opening.timeline[0]?.metadata).to.deep.include({ reason: "fatal_log", evidence: ["event"] });
  });

  it("is a duplicate of an incident that isn't over, whoever works on it", () => {
    for (const status of incidentStatuses.filter((each) => !isOver(each)))
      expect(outcome(incident({ status })), status).to.equal("duplicate");
  });

  it("reopens an incident resolved up to 60 minutes ago, and opens a new one after", () => {
    const resolved = incident({ status: "RESOLVED", resolvedAt: NOW });
    expect(outcome(resolved, NOW + 60 * MINUTE_MS)).to.equal("reopen");
    expect(outcome(resolved, NOW + 60 * MINUTE_MS + 1)).to.equal("open");
    expect(outcome(resolved, NOW - MINUTE_MS), "a clock set back").to.equal("reopen");
  });

  it("never reopens an incident that somebody closed", () => {
    expect(outcome(incident({ status: "CLOSED", resolvedAt: NOW }))).to.equal("open");
  });

  it("is nothing where it was observed before somebody resolved or closed the incident, however late it is said", () => {
    const seenAt = NOW + 1000;
    for (const status of ["RESOLVED", "CLOSED"] as const) {
      const settled = incident({ status, resolvedAt: NOW + 2000, updatedAt: NOW + 2000 });
      expect(outcome(settled, NOW + 5000, seenAt), status).to.equal("settled");
      expect(outcome(settled, NOW + 5000, NOW + 2000), status).to.equal(status === "CLOSED" ? "open" : "reopen");
    }
    const closedLater = incident({ status: "CLOSED", resolvedAt: NOW, updatedAt: NOW + 2000 });
    expect(outcome(closedLater, NOW + 5000, seenAt), "resolved before, closed after").to.equal("settled");
    const resolvedItself = incident({ status: "RESOLVED", resolvedAt: NOW + 15 * MINUTE_MS });
    expect(outcome(resolvedItself, NOW + 16 * MINUTE_MS, seenAt), "taken for quiet").to.equal("reopen");
  });

  it("raises the count by one and lastSeenAt never falls; a worse one raises the severity, a lesser one doesn't lower it", () => {
    const severity = fc.constantFrom(...severities);
    fc.assert(
      fc.property(severity, severity, fc.integer({ min: -1_000_000, max: 1_000_000 }), (had, found, offset) => {
        const before = incident({ severity: had, duplicateCount: 7 });
        const opening = decideOpening(candidate({ severity: found }), before, NOW + offset);
        if (opening.outcome === "open" || opening.outcome === "settled") throw new Error(opening.outcome);
        const after = { ...before, ...opening.change.fields };
        expect(after.duplicateCount).to.equal(8);
        expect(after.lastSeenAt).to.be.at.least(before.lastSeenAt);
        expect(severities.indexOf(after.severity)).to.equal(
          Math.max(severities.indexOf(had), severities.indexOf(found)),
        );
        expect(opening.change.announce).to.equal(after.severity !== had);
      }),
    );
  });

  it("waits as long for quiet as the slowest of what was seen asks, and never begins to where nobody waits", () => {
    for (const [had, asked, then] of [
      [60_000, 3_600_000, 3_600_000],
      [3_600_000, 60_000, 3_600_000],
      [null, 60_000, null],
    ] as const) {
      const before = incident({ resolveAfterMs: had });
      const opening = decideOpening(candidate({ resolveAfterMs: asked }), before, NOW);
      if (opening.outcome !== "duplicate") throw new Error(opening.outcome);
      expect({ ...before, ...opening.change.fields }.resolveAfterMs).to.equal(then);
    }
  });

  it("raises the count by all it stands for, and the timeline says how many", () => {
    const opening = decideOpening(candidate({ observations: 57 }), incident({ duplicateCount: 3 }), NOW);
    if (opening.outcome !== "duplicate") throw new Error(opening.outcome);
    expect(opening.change.fields.duplicateCount).to.equal(60);
    expect(opening.change.timeline[0]).to.deep.include({
      title: "Seen 57 more times",
      detail: "The latest of 57: out of memory",
    });
    expect(opening.change.timeline[0]?.metadata).to.deep.include({ observations: 57, duplicateCount: 60 });
  });

  it("that reopens tells both in the timeline, clears resolvedAt and is put on the stream", () => {
    const opening = decideOpening(candidate(), incident({ status: "RESOLVED", resolvedAt: NOW }), NOW);
    if (opening.outcome !== "reopen") throw new Error(opening.outcome);
    expect(opening.change.fields).to.include({ status: "OPEN", resolvedAt: null, duplicateCount: 1 });
    expect(opening.change.timeline.map(({ type }) => type)).to.deep.equal(["duplicate_observed", "status_changed"]);
    expect(opening.change.announce).to.equal(true);
  });

  it("that reopens has the severity that is seen now, and says so where it is milder", () => {
    const resolved = incident({ status: "RESOLVED", resolvedAt: NOW, severity: "HIGH" });
    for (const [severity, detail] of [
      ["LOW", "The signal came back within 60 minutes, as LOW for now."],
      ["HIGH", "The signal came back within 60 minutes."],
      ["CRITICAL", "The signal came back within 60 minutes."],
    ] as const) {
      const opening = decideOpening(candidate({ severity }), resolved, NOW);
      if (opening.outcome !== "reopen") throw new Error(opening.outcome);
      expect(opening.change.fields.severity).to.equal(severity);
      expect(opening.change.timeline.at(-1)?.detail).to.equal(detail);
    }
  });
});
