import { expect } from "chai";
import { createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { onEachEngine } from "./engines.ts";
import { feedbackWorld } from "./feedback-world.ts";
import { ann, BURST, FATAL } from "./quality-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("The worth of merged incidents", (fresh) => {
  const world = feedbackWorld(fresh);

  describe("of merged incidents", () => {
    beforeEach(async () => {
      const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
      const rule = { name: "merge", description: "", conditions, action: "merge" } as const;
      await createRule(createRuleStore(world.world.database), ACME, rule, world.world.now);
    });

    const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;

    it("measures the rules of the children too, each once, and not by more than one child", async () => {
      const parent = await world.open("parent");
      for (const n of [1, 2]) await world.open(`fatal ${n}`, fatal);
      await world.open("same rule");
      await world.say(parent.id, "noise");
      expect(await world.worth(BURST)).to.equal("2 opened, 0 useful, 1 noise");
      expect(await world.worth(FATAL)).to.equal("2 opened, 0 useful, 1 noise");
      await world.say(parent.id, "useful");
      expect(await world.worth(FATAL)).to.equal("2 opened, 1 useful, 0 noise");
      await world.open("late", { ruleId: "metric-anomaly", signalType: "metric_anomaly" });
      expect(await world.worth("metric-anomaly")).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("measures a rule by its next child where the first one is detached", async () => {
      const parent = await world.open("parent");
      const [first] = [await world.open("fatal 1", fatal), await world.open("fatal 2", fatal)];
      await world.say(parent.id, "noise");
      await unmerge(createFamilyStore(world.world.database, { now: () => world.world.now }), ann, first.id);
      expect(await world.worth(FATAL)).to.equal("2 opened, 0 useful, 1 noise");
      await world.say(first.id, "useful");
      expect(await world.worth(FATAL), "each speaks for itself").to.equal("2 opened, 1 useful, 1 noise");
    });

    it("lets what somebody said of a child stand, and its parent's ending be its own", async () => {
      const parent = await world.open("parent");
      const child = await world.open("fatal", fatal);
      await world.move(parent.id, "CLOSED");
      expect(await world.worth(FATAL)).to.equal("1 opened, 0 useful, 1 noise");
      await world.say(child.id, "useful");
      await world.move(parent.id, "OPEN");
      expect(await world.worth(BURST)).to.equal("1 opened, 0 useful, 0 noise");
      expect(await world.worth(FATAL)).to.equal("1 opened, 1 useful, 0 noise");
    });
  });
});
