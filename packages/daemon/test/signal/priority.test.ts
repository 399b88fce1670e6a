import { expect } from "chai";
import fc from "fast-check";
import { severities } from "../../src/model/incident.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import { type Circumstances, priorityLevels, priorityOf } from "../../src/signal/priority.ts";

const NONE: Counts = { events: 0, logs: 0, errors: 0 };
const CALM: Circumstances["slo"] = {
  tier: "unmapped",
  riskThresholdMinutes: 60,
  breachThresholdMinutes: 240,
  atRisk: false,
  breached: false,
  burnState: "healthy",
};
const circumstances = (given: Partial<Circumstances> = {}): Circumstances => ({
  severity: "MEDIUM",
  counts: NONE,
  durationMinutes: 0,
  serviceCount: 1,
  isDetected: false,
  slo: CALM,
  ...given,
});
const levelOf = (given: Partial<Circumstances> = {}): string => priorityOf(circumstances(given)).level;
const pressing: Counts = { events: 2000, logs: 2000, errors: 100 };

describe("the priority", () => {
  it("is that of the severity where nothing else presses", () => {
    expect(severities.map((severity) => levelOf({ severity }))).to.deep.equal(["P4", "P3", "P2", "P1"]);
  });

  it("rises by one for pressure, whatever and however much presses", () => {
    for (const given of [
      { counts: pressing },
      { durationMinutes: 60 },
      { serviceCount: 3 },
      { counts: pressing, durationMinutes: 600, serviceCount: 30 },
    ]) {
      expect(levelOf(given)).to.equal("P2");
    }
    expect(levelOf({ counts: { ...pressing, errors: 99 } }), "too few errors").to.equal("P3");
    expect(levelOf({ counts: { ...pressing, logs: 2001 } }), "too small a share").to.equal("P3");
    expect(levelOf({ durationMinutes: 59.9, serviceCount: 2 })).to.equal("P3");
  });

  it("rises for tier-0 and for an objective at risk, by two together at most, and falls for tier-3", () => {
    const slo = (given: Partial<Circumstances["slo"]>) => ({ ...CALM, tier: "tier-2" as const, ...given });
    expect(levelOf({ slo: slo({}) })).to.equal("P3");
    expect(levelOf({ slo: slo({ tier: "tier-0" }) })).to.equal("P2");
    expect(levelOf({ slo: slo({ atRisk: true, burnState: "fast_burn" }) })).to.equal("P2");
    const everything = { severity: "LOW", serviceCount: 9, slo: slo({ tier: "tier-0", atRisk: true }) } as const;
    expect(levelOf(everything)).to.equal("P2");
    expect(levelOf({ severity: "LOW", slo: slo({ tier: "tier-3" }) })).to.equal("P5");
    expect(levelOf({ severity: "CRITICAL", slo: slo({ tier: "tier-3" }) })).to.equal("P2");
  });

  it("counts no tier for a detected incident, since its severity does", () => {
    for (const tier of ["tier-0", "tier-3"] as const) {
      expect(levelOf({ slo: { ...CALM, tier }, isDetected: true })).to.equal("P3");
    }
  });

  it("names each step that it took", () => {
    const slo = { ...CALM, tier: "tier-0", atRisk: true, breached: true, burnState: "exhausted" } as const;
    expect(priorityOf(circumstances({ slo, counts: pressing, serviceCount: 3 })).reasons).to.deep.equal([
      "MEDIUM is P3.",
      "Raised by pressure: 100 errors, 5 % of the logs, 3 services.",
      "Raised for a service of tier-0.",
      "Raised since the error budget is used up.",
      "Together they raise it by 2 at most.",
    ]);
  });

  it("names what puts the objective at risk, and nothing else that happens to be so", () => {
    const why = (durationMinutes: number, burnState: Circumstances["slo"]["burnState"]) =>
      priorityOf(
        circumstances({ durationMinutes, slo: { ...CALM, tier: "tier-2", atRisk: true, burnState } }),
      ).reasons.at(-1);
    expect(why(60, "slow_burn")).to.equal("Raised since it has passed the risk threshold of tier-2 (1 h).");
    expect(why(240, "healthy")).to.equal("Raised since it has passed the breach threshold of tier-2 (4 h).");
    expect(why(59.9, "fast_burn")).to.equal("Raised since the error budget burns fast.");
    expect(why(300, "exhausted")).to.equal(
      "Raised since it has passed the breach threshold of tier-2 (4 h) and the error budget is used up.",
    );
  });

  it("is never lower for a graver severity, more errors, more time, more services or an objective at risk", () => {
    const drawn = fc.record({
      severity: fc.constantFrom(...severities),
      counts: fc.record({ events: fc.constant(0), logs: fc.nat({ max: 5000 }), errors: fc.nat({ max: 400 }) }),
      durationMinutes: fc.nat({ max: 120 }),
      serviceCount: fc.nat({ max: 5 }),
      isDetected: fc.boolean(),
      slo: fc.record({
        riskThresholdMinutes: fc.constant(60),
        breachThresholdMinutes: fc.constant(240),
        tier: fc.constantFrom("tier-0", "tier-1", "tier-2", "tier-3", "unmapped"),
        atRisk: fc.boolean(),
        breached: fc.boolean(),
        burnState: fc.constantFrom("healthy", "fast_burn"),
      } as const),
    } as const);
    const rank = (given: Circumstances): number => priorityLevels.indexOf(priorityOf(given).level);
    fc.assert(
      fc.property(drawn, fc.nat({ max: 3 }), fc.nat({ max: 300 }), (given, moreSevere, more) => {
        const before = rank(given);
        const severity = severities[Math.min(3, severities.indexOf(given.severity) + moreSevere)] ?? "CRITICAL";
        const { counts, slo } = given;
        for (const worse of [
          { severity },
          { counts: { ...counts, errors: counts.errors + more } },
          { durationMinutes: given.durationMinutes + more },
          { serviceCount: given.serviceCount + more },
          { slo: { ...slo, atRisk: true } },
        ]) {
          expect(rank({ ...given, ...worse })).to.be.at.most(before);
        }
      }),
    );
  });
});
