import { expect } from "chai";
import type { PastIncident, Preview } from "../../src/correlate/preview.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { draft, replay } from "./preview-samples.ts";
import { past, START } from "./samples.ts";

const at = (minute: number): number => START + minute * MINUTE_MS;
const opened = (id: string, minute: number, given: Partial<PastIncident> = {}): PastIncident =>
  past({ id, createdAt: at(minute), ...given });
/** Which incident would have gone to which, oldest first. */
const pairs = ({ samples }: Preview): string[] =>
  samples.map(({ incidentId, relatedIncidentId }) => `${incidentId}>${relatedIncidentId}`).reverse();

describe("the preview of a correlation rule", () => {
  it("takes the newest there is, a merged one too", () => {
    const outcome = replay(draft("merge"), [opened("a", 0), opened("b", 25), opened("c", 50), opened("d", 81)]);
    expect(outcome).to.include({ evaluated: 4, merged: 2, grouped: 0, suppressed: 0 });
    expect(pairs(outcome)).to.deep.equal(["b>a", "c>b"]);
  });

  it("doesn't count a suppressed incident as there for those after it", () => {
    const outcome = replay(draft("suppress"), [opened("a", 0), opened("b", 25), opened("c", 50), opened("d", 55)]);
    expect(outcome.suppressed).to.equal(2);
    expect(pairs(outcome)).to.deep.equal(["b>a", "d>c"]);
  });

  it("passes over what is over for the newest that isn't", () => {
    const outcome = replay(draft("merge"), [opened("a", 0), opened("b", 5, { resolvedAt: at(8) }), opened("c", 10)]);
    expect(pairs(outcome)).to.deep.equal(["b>a", "c>a"]);
  });

  it("merges nothing into an incident whose parent is over", () => {
    const outcome = replay(draft("merge"), [opened("a", 0, { resolvedAt: at(7) }), opened("b", 5), opened("c", 10)]);
    expect(pairs(outcome)).to.deep.equal(["b>a"]);
  });

  it("groups with the newest, over or not", () => {
    const outcome = replay(draft("group"), [
      opened("a", 0),
      opened("b", 5, { resolvedAt: at(6) }),
      opened("c", 10),
      opened("x", 11, { primaryService: "cart" }),
    ]);
    expect(pairs(outcome)).to.deep.equal(["b>a", "c>b"]);
  });
});
