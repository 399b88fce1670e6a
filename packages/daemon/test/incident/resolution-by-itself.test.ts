import { expect } from "chai";
import fc from "fast-check";
import { moveTo } from "../../src/incident/change-status.ts";
import { decideResolution } from "../../src/incident/resolve-quiet.ts";
import { type Incident, incidentStatuses, isOver } from "../../src/model/incident.ts";
import { incident, MINUTE_MS, NOW } from "./decisions-samples.ts";

const by = { actor: "ada", reason: "requested", detail: "By ada." };

describe("the resolution of an incident by itself", () => {
  const quiet = (more: Partial<Incident>, after: number) =>
    decideResolution(incident(more), NOW + after, { since: 0, until: NOW + after });

  it("comes exactly when its signal has been quiet for as long as its rule asks", () => {
    expect(quiet({}, 15 * MINUTE_MS - 1)).to.equal(undefined);
    // While nobody listened, quiet says nothing.
    const late = NOW + 60 * MINUTE_MS;
    expect(decideResolution(incident({}), late, { since: NOW + 50 * MINUTE_MS, until: late })).to.equal(undefined);
    // While telemetry waits, the time after it says nothing.
    expect(decideResolution(incident({}), late, { since: 0, until: NOW + 10 * MINUTE_MS })).to.equal(undefined);
    const change = quiet({}, 15 * MINUTE_MS);
    expect(change?.fields).to.include({ status: "RESOLVED", resolvedAt: NOW + 15 * MINUTE_MS });
    expect(change?.timeline[0]).to.deep.include({ type: "status_changed", actor: "system" });
    expect(change?.announce).to.equal(true);
  });

  it("never comes to one that is over, or that has no signal", () => {
    for (const status of ["RESOLVED", "CLOSED"] as const) expect(quiet({ status }, 1e12), status).to.equal(undefined);
    expect(quiet({ resolveAfterMs: null }, 1e12)).to.equal(undefined);
  });
});

describe("a move to a status", () => {
  it("keeps the first resolvedAt while it is over and clears it when it isn't, in any sequence of moves", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...incidentStatuses), { maxLength: 30 }), (moves) => {
        let current = incident();
        for (const [index, status] of moves.entries()) {
          const change = moveTo(current, status, by, NOW + index);
          expect(change === undefined).to.equal(status === current.status);
          if (!change) continue;
          const next = { ...current, ...change.fields };
          expect(next.resolvedAt === null).to.equal(!isOver(status));
          if (isOver(current.status) && isOver(status)) expect(next.resolvedAt).to.equal(current.resolvedAt);
          expect(change.timeline[0]?.metadata).to.deep.equal({ from: current.status, to: status, reason: "requested" });
          current = next;
        }
      }),
    );
  });
});
