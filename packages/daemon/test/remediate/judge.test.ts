import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { firstVerification } from "../../src/remediate/verify/judge-effect.ts";
import { NOW } from "../store/samples.ts";
import { COMPLETED, type Given, heard, judged, POLICY } from "./judge-samples.ts";

const SETTLED = COMPLETED + POLICY.settleMs;
const status = (given: Given): string => judged(given)?.status ?? "waits";

describe("whether an action helped", () => {
  it("is looked at once its signal had the time to settle and to stay away", () => {
    const { verification, verifyAt } = firstVerification(POLICY, "live", COMPLETED);
    expect(verification).to.deep.equal({ status: "pending", checkedAt: null, reason: null });
    const due = COMPLETED + 12 * MINUTE_MS;
    expect(verifyAt).to.equal(due);
    expect(status({ now: due })).to.equal("verified");
    expect(status({ now: due - 1 })).to.equal("waits");
  });

  it("is said at once of one that was simulated, which doesn't change once more for that", () => {
    const { verification, verifyAt } = firstVerification(POLICY, "simulate", COMPLETED);
    expect(verification).to.include({ status: "inconclusive", checkedAt: COMPLETED });
    expect(verifyAt).to.equal(null);
  });

  it("is so where the signal stays away while the service goes on to send telemetry", () => {
    expect(judged()?.reason).to.equal(
      "Its signal stayed away from 2026-11-21T11:47:00.000Z to 2026-11-21T12:00:00.000Z, while checkout sent 1200 records of telemetry.",
    );
  });

  it("isn't where the signal was seen again, whether or not enough was heard to call it quiet", () => {
    const seen = { lastSeenAt: SETTLED + MINUTE_MS };
    expect(judged({ incident: seen })).to.deep.equal({
      status: "ineffective",
      reason:
        "Its signal (log_error_rate) was seen again at 2026-11-21T11:48:00.000Z, 3 min after the action had completed.",
    });
    expect(status({ incident: seen, signals: { listening: heard(NOW) } })).to.equal("ineffective");
  });

  it("doesn't go by what was seen before the action had settled", () => {
    expect(status({ incident: { lastSeenAt: SETTLED } })).to.equal("verified");
  });

  it("is so where the incident resolved because its signal stayed away", () => {
    const resolved = { status: "RESOLVED", resolveAfterMs: 3 * MINUTE_MS, resolvedAt: SETTLED + MINUTE_MS } as const;
    expect(status({ incident: resolved, signals: { received: 0, listening: heard(NOW) } })).to.equal("verified");
    // Resolved by a person, before the signal had stayed away for long enough.
    const early = { ...resolved, resolveAfterMs: 10 * MINUTE_MS };
    expect(status({ incident: early, signals: { received: 0 } })).to.equal("inconclusive");
  });

  it("is told in one line, whatever a service is called", () => {
    const named = judged({ incident: { primaryService: "a\nb\u202Ec" }, signals: { received: 0 } });
    expect(named?.reason).to.match(/^a bc sent nothing/);
  });
});
