import { expect } from "chai";
import { demoteNoisy } from "../../src/detect/quality/demote-noisy-rules.ts";
import { type MeasureStore, measure } from "../../src/detect/quality/rule-performance.ts";
import { giveShadowFeedback } from "../../src/detect/quality/shadow-openings.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { createOrganizations } from "../../src/store/detection/rule-measures.ts";
import { createShadowFeedbackStore } from "../../src/store/detection/shadow-store.ts";
import { builtInRules as rules } from "../detect/support.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL, qualityWorld } from "./quality-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("How right a rule is", (fresh) => {
  const { world, commit, open, say, move, setTo, listed } = qualityWorld(fresh);

  describe("in figures", () => {
    const figures = async (ruleId = BURST, days = 30) => {
      const own = rules.filter(({ id }) => id === ruleId);
      return (await measure(world.measures, ACME, own, await world.modes.list(ACME), days, world.now))[0];
    };
    /** So many world.incidents of different services on different days that somebody waved away. */
    const waveAway = async (count: number, services = count, ruleId = BURST): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const { id } = await open(`${ruleId} ${n} at ${world.now}`, { ruleId, service: `s${n % services}` });
        await move(id, "CLOSED");
      }
    };

    it("are a share and its interval, read from one index that holds all that is counted", async () => {
      await waveAway(3);
      const { id } = await open("useful");
      await say(id, "useful");
      await open("unjudged");
      const found = await figures();
      expect(found).to.deep.include({
        opened: 5,
        useful: 1,
        noise: 3,
        unjudged: 1,
        occasions: 4,
        recommendation: "keep",
      });
      expect(found?.precision.value).to.equal(0.25);
      expect(found?.precision.lower).to.be.closeTo(0.0456, 0.0001);
      expect(found?.precision.upper).to.be.closeTo(0.6994, 0.0001);
      expect(await world.measures.opened(OTHER, BURST, 0)).to.include({ opened: 0 });
      await world.database.write(async (transaction) => void (await transaction.query("analyze")));
      for (const { sql, plan } of await queriesOf(world.database, () => world.measures.opened(ACME, BURST, NOW))) {
        expect(plan, sql).to.match(/incident_by_rule/);
      }
    });

    it("leave out what is older than the days that are asked for", async () => {
      await waveAway(2);
      world.now += 8 * DAY_MS;
      expect(await figures(BURST, 7)).to.include({ opened: 0, unjudged: 0 });
      expect(await figures(BURST, 9)).to.include({ opened: 2, noise: 2 });
    });

    it("begin anew with a promotion that is earned, and say so of one that isn't", async () => {
      await setTo(BURST, "shadow");
      world.now += MINUTE_MS;
      for (let n = 0; n < 10; n++) await commit({ deduplicationKey: `k${n}` });
      const { setting } = await setTo(BURST, "active", "it seems fine");
      expect(setting?.reason).to.match(
        /^it seems fine \(Promoted before it was earned: No opening is judged; a promotion asks for 10/,
      );
      world.now += MINUTE_MS;
      await setTo(BURST, "shadow");
      world.now += MINUTE_MS;
      for (let n = 0; n < 10; n++) await commit({ deduplicationKey: `again ${n}`, service: `s${n % 5}` });
      for (const { id } of (await listed()).slice(0, 10)) {
        const given = { person: "ann", verdict: "useful", note: null } as const;
        await giveShadowFeedback(createShadowFeedbackStore(world.database), ann, id, given, world.now);
      }
      const found = await figures();
      expect(found?.recommendation, found?.rationale).to.equal("promote");
      expect(found?.shadow).to.include({ opened: 10, useful: 10 });
      expect((await setTo(BURST, "active", "earned")).setting?.reason).to.equal("earned");
      const set = (await world.modes.list(ACME)).get(BURST);
      expect(set).to.include({ mode: "active", since: world.now, by: "Ann" });
      world.now += MINUTE_MS;
      await setTo(BURST, "active", "said again");
      expect((await world.modes.list(ACME)).get(BURST)).to.include({
        since: world.now - MINUTE_MS,
        reason: "said again",
      });
      expect(await figures()).to.include({ opened: 0 });
    });

    it("speak for no promotion where all of them are about one bad night of one service", async () => {
      await setTo(BURST, "shadow");
      for (let n = 0; n < 10; n++) await commit({ deduplicationKey: `k${n}` });
      const { id } = await open("down", { ruleId: FATAL, signalType: "log_fatal" });
      await say(id, "useful");
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
        ...world.measures,
        opened: (scope, ruleId, from) =>
          ruleId === BURST ? world.measures.opened(scope, ruleId, from) : Promise.reject(new Error("no")),
      };
      const own = rules.filter(({ id }) => id === BURST || id === "log-new-pattern");
      const organizations = createOrganizations(world.database);
      const told: string[] = [];
      const tell = async (): Promise<void> => {
        const deps = { rules: own, modes: world.modes, measures, organizations };
        for await (const { ruleId } of demoteNoisy(deps, world.now, new AbortController().signal)) told.push(ruleId);
      };
      await tell().catch(() => told.push("failed"));
      expect(told).to.deep.equal([BURST, "failed"]);
    });

    it("take a rule to shadow by itself that is noise beyond doubt, once, and no other", async () => {
      const deps = {
        rules,
        modes: world.modes,
        measures: world.measures,
        organizations: createOrganizations(world.database),
      };
      const demote = async (): Promise<string[]> => {
        const demoted: string[] = [];
        for await (const { ruleId } of demoteNoisy(deps, world.now, new AbortController().signal)) demoted.push(ruleId);
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
      const set = (await world.modes.list(ACME)).get(BURST);
      expect(set).to.include({ mode: "shadow", since: world.now, by: "system" });
      expect(set?.reason).to.match(/^Demoted by itself: 0 of 20 judged openings were useful \(0 %\)/);
      expect(await demote()).to.deep.equal([]);
      expect((await figures())?.rationale).to.match(/^It went to shadow by itself at 2026-11-21T12:00:00\.000Z\. /);
      world.now += MINUTE_MS;
      await setTo(BURST, "active", "we want it");
      expect(await demote(), "its count begins anew").to.deep.equal([]);
    });
  });
});
