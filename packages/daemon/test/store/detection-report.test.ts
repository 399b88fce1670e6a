import { expect } from "chai";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { reportDetection } from "../../src/detect/quality/detection-report.ts";
import { nightIn } from "../../src/detect/quality/night.ts";
import { involvementOf } from "../../src/incident/ending-verdict.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createRuleOpenings } from "../../src/store/detection/rule-openings.ts";
import { only } from "../detect/support.ts";
import { onEachEngine } from "./engines.ts";
import { BURST, FATAL, qualityWorld } from "./quality-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("A report on detection rules", (fresh) => {
  const { world, open, move, say, commit } = qualityWorld(fresh);
  const stored = new Map<string, number>();
  const archive = {
    get: async (_scope: Scope, id: string) => {
      const timestamp = stored.get(id);
      return timestamp === undefined ? undefined : JSON.stringify({ id, timestamp: new Date(timestamp).toISOString() });
    },
  };
  const openings = () => createRuleOpenings(world.database, archive, (entries) => involvementOf(entries).acknowledged);
  const report = async (ruleId = BURST, scope = ACME, days = 30) => {
    const request = { rules: only(ruleId), modes: new Map(), from: world.now - days * DAY_MS, isNight: nightIn("UTC") };
    return (await reportDetection(openings(), scope, request)).rules[0];
  };

  it("counts what each rule opened in the period, by verdict and by night, for its organization alone", async () => {
    world.now = NOW - 31 * DAY_MS;
    await open("too old");
    for (const [key, hour] of [
      ["at six", 6],
      ["at seven", 7],
      ["before eleven", 22.9],
      ["at eleven", 23],
    ] as const) {
      world.now = Date.parse("2026-11-19T00:00:00Z") + hour * HOUR_MS;
      const { id } = await open(key);
      if (hour === 6) await say(id, "useful");
      if (hour === 7) await say(id, "noise");
    }
    await open("fatal", { ruleId: FATAL, signalType: "log_fatal" });
    world.now = NOW;
    expect(await report()).to.deep.include({ opened: 4, useful: 1, noise: 1, unjudged: 2, openedAtNight: 2 });
    expect(await report(FATAL)).to.include({ opened: 1, openedAtNight: 1 });
    expect(await report(BURST, ACME, 32)).to.include({ opened: 5 });
    expect(await report(BURST, OTHER)).to.include({ opened: 0, acknowledgedShare: null, onsetToOpening: null });
  });

  it("takes an incident as acknowledged if somebody took it or its parent up, and not if it was only closed", async () => {
    await move((await open("taken up")).id, "INVESTIGATING");
    await move((await open("closed")).id, "CLOSED");
    await open("untouched");
    expect(await report()).to.include({ acknowledged: 1, acknowledgedShare: 1 / 3 });
    const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
    const rule = { name: "merge", description: "", conditions, action: "merge" } as const;
    const parent = await open("parent", { service: "shop" });
    await createRule(createRuleStore(world.database), ACME, rule, world.now);
    await open("child", { service: "shop", ruleId: FATAL, signalType: "log_fatal" });
    expect(await report(FATAL)).to.include({ opened: 1, acknowledged: 0 });
    await move(parent.id, "INVESTIGATING");
    expect(await report(FATAL)).to.include({ opened: 1, acknowledged: 1 });
  });

  it("measures the time from the first telemetry to the opening, as far as it is stored", async () => {
    const evidence = (id: string, agoMs: number) => {
      stored.set(id, world.now - agoMs);
      return [id, "later"];
    };
    await open("slow", { evidence: evidence("slow", 10 * MINUTE_MS) });
    await open("quick", { evidence: evidence("quick", 20 * SECOND_MS) });
    await open("usual", { evidence: evidence("usual", MINUTE_MS) });
    await open("ahead", { evidence: evidence("ahead", -MINUTE_MS) });
    await open("expired", { evidence: ["expired"] });
    await open("none", { evidence: [] });
    const delays = { measured: 4, medianMs: 20 * SECOND_MS, worstMs: 10 * MINUTE_MS };
    expect((await report())?.onsetToOpening).to.deep.equal(delays);
  });

  it("counts the newest incidents of many, page after page of one index, and says from when on", async () => {
    for (let n = 0; n < 7; n++) {
      world.now = NOW + n * MINUTE_MS;
      await commit({ deduplicationKey: `burst ${n}` });
    }
    const request = { rules: only(BURST), modes: new Map(), from: NOW - DAY_MS, isNight: nightIn("UTC") };
    const found = await reportDetection(openings(), ACME, request, 5);
    expect(found).to.include({ countedFrom: NOW + 2 * MINUTE_MS });
    expect(found.rules[0]).to.include({ opened: 5 });
    expect((await reportDetection(openings(), ACME, request)).countedFrom).to.equal(request.from);
    const asked = await queriesOf(world.database, () => reportDetection(openings(), ACME, request));
    const [walk] = asked.filter(({ sql }) => /from incident\b/.test(sql));
    expect(walk?.plan)
      .to.match(/incident_by_creation/)
      .and.not.match(/TEMP B-TREE|"[^"]*Sort/);
  });
});

describe("the night of a report", () => {
  it("is from eleven to seven by the clock of its time zone, in summer and in winter", () => {
    const isNight = nightIn("Europe/Berlin");
    for (const [at, night] of [
      ["2026-07-01T20:59:00Z", false],
      ["2026-07-01T21:00:00Z", true],
      ["2026-07-02T04:59:00Z", true],
      ["2026-07-02T05:00:00Z", false],
      ["2026-12-01T21:59:00Z", false],
      ["2026-12-01T22:00:00Z", true],
    ] as const)
      expect(isNight(Date.parse(at)), at).to.equal(night);
    expect(nightIn("Asia/Kathmandu")(Date.parse("2026-12-01T01:14:00Z"))).to.equal(true);
    expect(nightIn("Asia/Kathmandu")(Date.parse("2026-12-01T01:15:00Z"))).to.equal(false);
    expect(() => nightIn("Mars/Olympus")).to.throw(RangeError);
  });
});
