import { expect } from "chai";
import { measure } from "../../src/detect/quality/rule-performance.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { builtInRules as rules } from "../detect/support.ts";
import { detectionQualityWorld } from "./detection-quality-world.ts";
import { onEachEngine } from "./engines.ts";
import { BURST } from "./quality-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("How right a rule is", (fresh) => {
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

    it("are a share and its interval, read from one index that holds all that is counted", async () => {
      await waveAway(3);
      const { id } = await world.open("useful");
      await world.say(id, "useful");
      await world.open("unjudged");
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
      expect(await world.world.measures.opened(OTHER, BURST, 0)).to.include({ opened: 0 });
      await world.world.database.write(async (transaction) => void (await transaction.query("analyze")));
      for (const { sql, plan } of await queriesOf(world.world.database, () =>
        world.world.measures.opened(ACME, BURST, NOW),
      )) {
        expect(plan, sql).to.match(/incident_by_rule/);
      }
    });

    it("leave out what is older than the days that are asked for", async () => {
      await waveAway(2);
      world.world.now += 8 * DAY_MS;
      expect(await figures(BURST, 7)).to.include({ opened: 0, unjudged: 0 });
      expect(await figures(BURST, 9)).to.include({ opened: 2, noise: 2 });
    });
  });
});
