import { expect } from "chai";
import fc from "fast-check";
import { correlationActions } from "../../src/correlate/correlation-rule.ts";
import { match } from "../../src/correlate/evaluate-rules.ts";
import type { PastIncident, Preview, RuleDraft } from "../../src/correlate/preview.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { severities, signalTypes } from "../../src/model/incident.ts";
import { draft, replay } from "./preview-samples.ts";
import { past, START } from "./samples.ts";

const at = (minute: number): number => START + minute * MINUTE_MS;
const opened = (id: string, minute: number, given: Partial<PastIncident> = {}): PastIncident =>
  past({ id, createdAt: at(minute), ...given });
const counts = { merge: "merged", group: "grouped", suppress: "suppressed" } as const;
/** Which incident would have gone to which, oldest first. */
const pairs = ({ samples }: Preview): string[] =>
  samples.map(({ incidentId, relatedIncidentId }) => `${incidentId}>${relatedIncidentId}`).reverse();

describe("the matches in the preview of a correlation rule", () => {
  it("takes a gap as long as the window, and none longer", () => {
    expect(replay(draft("merge"), [opened("a", 0), opened("b", 30)]).merged).to.equal(1);
    expect(replay(draft("merge"), [opened("a", 0), opened("b", 30 + 1 / MINUTE_MS)]).merged).to.equal(0);
  });

  it("lets nothing equal a service that isn't known", () => {
    const unknown = { primaryService: null };
    expect(replay(draft("merge"), [opened("a", 0, unknown), opened("b", 1, unknown)]).merged).to.equal(0);
  });

  it("shows the newest 20 pairs with what they have in common and why they match", () => {
    const incidents = Array.from({ length: 30 }, (_, minute) => opened(`i${minute}`, minute));
    const { samples, grouped } = replay(draft("group", { matchFields: ["service", "severity"] }), incidents);
    expect(grouped).to.equal(29);
    expect(samples).to.have.length(20);
    expect(samples[0]).to.deep.equal({
      incidentId: "i29",
      relatedIncidentId: "i28",
      action: "group",
      compared: { service: "checkout", severity: "HIGH" },
      gapMinutes: 1,
      reason: "Same service and severity, 1 minute apart.",
    });
  });

  it("finds for any history and rule what looking at every pair finds", () => {
    fc.assert(
      fc.property(histories, drafts, (incidents, rule) => {
        const outcome = replay(rule, incidents);
        const expected = everyPair(rule, incidents);
        expect(pairs(outcome)).to.deep.equal(expected.slice(-20));
        expect(outcome).to.include({
          evaluated: incidents.length,
          merged: 0,
          grouped: 0,
          suppressed: 0,
          [counts[rule.action]]: expected.length,
        });
      }),
      { numRuns: 1000 },
    );
  });
});

const someOf = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const histories = fc
  .array(
    fc.record({
      primaryService: someOf([null, "cart", "pay"]),
      signalType: someOf(signalTypes.slice(0, 2)),
      severity: someOf(severities.slice(0, 2)),
      opens: fc.integer({ min: 0, max: 40 }),
      lasts: fc.option(fc.integer({ min: 0, max: 20 })),
    }),
    { maxLength: 40 },
  )
  .map((made) =>
    made
      .sort((one, other) => one.opens - other.opens)
      .map(({ opens, lasts, ...fields }, index) =>
        opened(String(index), opens, { ...fields, resolvedAt: lasts === null ? null : at(opens + lasts) }),
      ),
  );
const drafts: fc.Arbitrary<RuleDraft> = fc.record({
  action: someOf(correlationActions),
  conditions: fc.record({
    matchFields: fc.subarray(["service", "signalType", "severity"] as const, { minLength: 1 }),
    timeWindowMinutes: fc.integer({ min: 1, max: 15 }),
    severities: someOf([null, ["LOW"] as const]),
    signalTypes: someOf([null, [signalTypes[0]]]),
  }),
});

/** The same by the words of the contract: for each incident all that are there, from the newest on. */
function everyPair({ action, conditions }: RuleDraft, incidents: readonly PastIncident[]): string[] {
  const parents = new Map<PastIncident, PastIncident>();
  const stored: PastIncident[] = [];
  const found: string[] = [];
  for (const incident of incidents) {
    const isOver = ({ resolvedAt }: PastIncident): boolean => resolvedAt !== null && resolvedAt <= incident.createdAt;
    const partner = stored.findLast((each) => {
      if (!match(conditions, incident, each)) return false;
      return action === "group" || (!isOver(each) && !isOver(parents.get(each) ?? each));
    });
    if (partner) found.push(`${incident.id}>${partner.id}`);
    if (partner && action === "merge") parents.set(incident, parents.get(partner) ?? partner);
    if (!partner || action !== "suppress") stored.push(incident);
  }
  return found;
}
