import { expect } from "chai";
import { demoteNoisy } from "../../src/detect/quality/demote-noisy-rules.ts";
import { type MeasureStore, measure } from "../../src/detect/quality/rule-performance.ts";
import { giveShadowFeedback } from "../../src/detect/quality/shadow-openings.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { createOrganizations } from "../../src/store/detection/rule-measures.ts";
import { createShadowFeedbackStore } from "../../src/store/detection/shadow-store.ts";
import { builtInRules as rules } from "../detect/support.ts";
import { detectionQualityWorld } from "./detection-quality-world.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL } from "./quality-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("Modes of detection rules", (fresh) => {
  const world = detectionQualityWorld(fresh);

  describe("in figures", () => {
    const figures = async (ruleId = BURST, days = 30) => {
      const own = rules.filter(({ id }) => id === ruleId);
      return (
        await measure(world.world.measures, ACME, own, await world.world.modes.list(ACME), days, world.world.now)
      )[0];
    };
    /** So many world.incidents of different services on different days that somebody waved away. */
    const waveAway = async (count: number, services = count, ruleId = BURST): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const { id } = await world.open(`${ruleId} ${n} at ${world.world.now}`, {
          ruleId,
          service: `s${n % services}`,
        });
        await world.move(id, "CLOSED");
      }
    };

    it("begin anew with a promotion that is earned, and say so of one that isn't", async () => {
      await world.setTo(BURST, "shadow");
      world.world.now += MINUTE_MS;
      for (let n = 0; n < 10; n++) await world.commit({ deduplicationKey: `k${n}` });
      const { setting } = await world.setTo(BURST, "active", "it seems fine");
      expect(setting?.reason).to.match(
        /^it seems fine \(Promoted before it was earned: No opening is judged; a promotion asks for 10/,
      );
      world.world.now += MINUTE_MS;
      await world.setTo(BURST, "shadow");
      world.world.now += MINUTE_MS;
      for (let n = 0; n < 10; n++) await world.commit({ deduplicationKey: `again ${n}`, service: `s${n % 5}` });
      for (const { id } of (await world.listed()).slice(0, 10)) {
        const given = { person: "ann", verdict: "useful", note: null } as const;
        await giveShadowFeedback(createShadowFeedbackStore(world.world.database), ann, id, given, world.world.now);
      }
      const found = await figures();
      expect(found?.recommendation, found?.rationale).to.equal("promote");
      expect(found?.shadow).to.include({ opened: 10, useful: 10 });
      expect((await world.setTo(BURST, "active", "earned")).setting?.reason).to.equal("earned");
      const set = (await world.world.modes.list(ACME)).get(BURST);
      expect(set).to.include({ mode: "active", since: world.world.now, by: "Ann" });
      world.world.now += MINUTE_MS;
      await world.setTo(BURST, "active", "said again");
      expect((await world.world.modes.list(ACME)).get(BURST)).to.include({
        since: world.world.now - MINUTE_MS,
        reason: "said again",
      });
      expect(await figures()).to.include({ opened: 0 });
    });

    it("speak for no promotion where all of them are about one bad night of one service", async () => {
      await world.setTo(BURST, "shadow");
      for (let n = 0; n < 10; n++) await world.commit({ deduplicationKey: `k${n}` });
      const { id } = await world.open("down", { ruleId: FATAL, signalType: "log_fatal" });
      await world.say(id, "useful");
      const found = await figures();
      expect(found?.shadow).to.include({ opened: 10, useful: 10, occasions: 1 });
      expect(found?.recommendation).to.equal("keep");
      expect(found?.rationale).to.match(
        /, but they are about one service on one day, of 5 that a promotion asks for\.$/,
      );
    });

    it("tell of each rule that went to shadow, also where another one can't be measured", async () => {
      await waveAway(20);
      await waveAway(20, 20, "log-new-pattern");
      const measures: MeasureStore = {
        ...world.world.measures,
        opened: (scope, ruleId, from) =>
          ruleId === BURST ? world.world.measures.opened(scope, ruleId, from) : Promise.reject(new Error("no")),
      };
      const own = rules.filter(({ id }) => id === BURST || id === "log-new-pattern");
      const organizations = createOrganizations(world.world.database);
      const reported: string[] = [];
      const tell = async (): Promise<void> => {
        const deps = { rules: own, modes: world.world.modes, measures, organizations };
        for await (const { ruleId } of demoteNoisy(deps, world.world.now, new AbortController().signal))
          reported.push(ruleId);
      };
      await tell().catch(() => reported.push("failed"));
      expect(reported).to.deep.equal([BURST, "failed"]);
    });

    it("take a rule to shadow by itself that is noise beyond doubt, once, and no other", async () => {
      const deps = {
        rules,
        modes: world.world.modes,
        measures: world.world.measures,
        organizations: createOrganizations(world.world.database),
      };
      const demote = async (): Promise<string[]> => {
        const demoted: string[] = [];
        for await (const { ruleId } of demoteNoisy(deps, world.world.now, new AbortController().signal))
          demoted.push(ruleId);
        return demoted;
      };
      await waveAway(19);
      await waveAway(20, 4, "log-new-pattern");
      await waveAway(20, 20, FATAL);
      expect(await demote()).to.deep.equal([]);
      await waveAway(1);
      expect((await figures())?.recommendation).to.equal("demote");
      expect((await figures(FATAL))?.rationale).to.match(/never goes to shadow by itself/);
      expect(await demote()).to.deep.equal([BURST]);
      const set = (await world.world.modes.list(ACME)).get(BURST);
      expect(set).to.include({ mode: "shadow", since: world.world.now, by: "system" });
      expect(set?.reason).to.match(/^Demoted by itself: 0 of 20 judged openings were useful \(0 %\)/);
      expect(await demote()).to.deep.equal([]);
      expect((await figures())?.rationale).to.match(/^It went to shadow by itself at 2026-11-21T12:00:00\.000Z\. /);
      world.world.now += MINUTE_MS;
      await world.setTo(BURST, "active", "we want it");
      expect(await demote(), "its count begins anew").to.deep.equal([]);
    });
  });
});
