import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { type Incident, sensitivityRequests } from "./sensitivity-requests.ts";

interface RuleReport {
  readonly ruleId: string;
  readonly onsetToOpening: { readonly measured: number; readonly medianSeconds: number } | null;
  readonly wouldOpen: unknown;
}
interface Report {
  readonly timeZone: string;
  readonly rules: readonly RuleReport[];
  readonly comparison: { readonly events: number; readonly truncated: boolean } | null;
}

/** The time zone in which the present hour is this one. */
function zoneAt(hour: number): string {
  const east = (hour - new Date().getUTCHours() + 24) % 24;
  // The signs of these zones are those of POSIX, which count to the west.
  return east <= 12 ? `Etc/GMT-${east}` : `Etc/GMT+${24 - east}`;
}

describe("a report on detection over HTTP", function () {
  this.timeout(60_000);
  const { ask, read, set, shift } = sensitivityRequests();
  const reportOf = async (query: string, organization = "acme") => {
    const report = await read<Report>(`/detection/report?${query}`, organization);
    const rule = report.rules.find(({ ruleId }) => ruleId === "golden-signals") as RuleReport;
    return { report, rule };
  };

  it("compares sensitivities, beside what people made of the incidents", async () => {
    await shift("shop", 1.9);
    await shift("pay", 1.9);
    await shift("quiet-one", 1.7);
    const [first, second] = await read<Incident[]>("/incidents");
    const taken = { method: "PATCH", body: { status: "INVESTIGATING" } };
    expect((await ask(`/incidents/${first?.id}/status`, taken)).status).to.equal(200);
    await ask(`/incidents/${first?.id}/feedback`, { body: { verdict: "useful" } });
    await ask(`/incidents/${second?.id}/feedback`, { body: { verdict: "noise" } });
    const { report, rule } = await reportOf(`days=1&compareHours=1&timeZone=${encodeURIComponent(zoneAt(2))}`);
    expect(rule).to.deep.include({ mode: "active", opened: 2, useful: 1, noise: 1, unjudged: 0 });
    expect(rule).to.deep.include({ acknowledged: 1, acknowledgedShare: 0.5, openedAtNight: 2 });
    expect(rule.wouldOpen).to.deep.equal({ quiet: 0, normal: 2, present: 2, early: 3 });
    // The first shifted value is of six minutes before the last one.
    expect(rule.onsetToOpening?.measured).to.equal(2);
    expect(rule.onsetToOpening?.medianSeconds).to.be.within(5 * 60, 8 * 60);
    expect(report.comparison?.truncated).to.equal(false);
    expect(report.comparison?.events).to.be.at.least(3 * 66);
    await set({ sensitivity: "early", service: "quiet-one", reason: "Watch it." });
    const next = await reportOf(`compareHours=1&timeZone=${encodeURIComponent(zoneAt(12))}`);
    expect(next.rule).to.deep.include({ openedAtNight: 0 });
    expect(next.rule.wouldOpen).to.deep.equal({ quiet: 0, normal: 2, present: 3, early: 3 });
    const other = await reportOf("compareHours=1", "globex");
    expect(other.rule).to.deep.include({ opened: 0, acknowledgedShare: null, onsetToOpening: null });
    expect(other.rule.wouldOpen).to.deep.equal({ quiet: 0, normal: 0, present: 0, early: 0 });
  });

  it("replays nothing without hours to compare, and needs a time zone that there is", async () => {
    const { report, rule } = await reportOf("days=7");
    expect(report.comparison).to.equal(null);
    expect(rule.wouldOpen).to.equal(null);
    expect(report.timeZone).to.equal("UTC");
    const answer = await ask("/detection/report?timeZone=Mars/Olympus");
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/query/timeZone");
    for (const query of ["days=91", "compareHours=169"])
      expect((await ask(`/detection/report?${query}`)).status).to.equal(400);
  });
});
