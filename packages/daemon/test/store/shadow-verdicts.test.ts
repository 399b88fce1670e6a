import { expect } from "chai";
import { createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { giveShadowFeedback, type JudgedShadowOpening } from "../../src/detect/quality/shadow-openings.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createShadowFeedbackStore } from "../../src/store/detection/shadow-store.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL } from "./quality-world.ts";
import { ACME } from "./samples.ts";
import { shadowWorld } from "./shadow-world.ts";

onEachEngine("The verdict about a rule", (fresh) => {
  const world = shadowWorld(fresh);

  describe("in shadow", () => {
    it("is judged by incidents of other rules that were open meanwhile, useful before noise", async () => {
      await world.setTo(BURST, "shadow");
      const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;
      const before = await world.open("before", fatal);
      await world.commit({ deduplicationKey: "shadow" });
      const during = await world.open("during", { ...fatal, environment: "prod" });
      await world.open("elsewhere", { ...fatal, service: "pay" });
      await world.open("staging", { ...fatal, environment: "staging" });
      const seen = async () => {
        const { incidentId, verdict, verdictFrom } = (await world.listed())[0] as JudgedShadowOpening;
        return { incidentId, verdict, verdictFrom };
      };
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: null, verdictFrom: null });
      await world.say(before.id, "noise");
      expect(await seen()).to.deep.equal({ incidentId: before.id, verdict: "noise", verdictFrom: "incident" });
      await world.say(during.id, "useful");
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: "useful", verdictFrom: "incident" });
      const { id } = (await world.listed())[0] as JudgedShadowOpening;
      const given = { person: "ann", verdict: "noise", note: null } as const;
      await giveShadowFeedback(createShadowFeedbackStore(world.world.database), ann, id, given, world.world.now);
      await world.say(during.id, "useful", "bob");
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: "noise", verdictFrom: "feedback" });
      expect(await world.world.measures.shadowed(ACME, BURST, 0)).to.include({ opened: 1, useful: 0, noise: 1 });
    });

    it("is judged by another rule's incident however many of its own are open still", async () => {
      const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;
      const { id } = await world.open("down", fatal);
      for (let n = 0; n < 20; n++) await world.commit({ deduplicationKey: `own ${n}` });
      await world.setTo(BURST, "shadow");
      await world.commit({ deduplicationKey: "shadow" });
      expect((await world.listed())[0]).to.include({ incidentId: id });
    });

    it("is no longer judged by an incident that its own was merged into, once that is detached", async () => {
      const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
      const merge = { name: "merge", description: "", conditions, action: "merge" } as const;
      await createRule(createRuleStore(world.world.database), ACME, merge, world.world.now);
      await world.setTo(BURST, "shadow");
      const fatal = { ruleId: FATAL, signalType: "log_fatal", environment: "staging" } as const;
      const parent = await world.open("parent", fatal);
      const child = await world.open("child", { ...fatal, environment: "production" });
      await world.commit({ deduplicationKey: "shadow" });
      await world.say(parent.id, "useful");
      expect((await world.listed())[0]).to.include({ incidentId: child.id, verdict: "useful" });
      await unmerge(createFamilyStore(world.world.database, { now: () => world.world.now }), ann, child.id);
      expect((await world.listed())[0]).to.include({ incidentId: child.id, verdict: null });
    });
  });
});
