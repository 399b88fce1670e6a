import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { giveShadowFeedback } from "../../src/detect/quality/shadow-openings.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { SHADOW_KEPT_MS, SHADOW_OPENINGS_A_DAY_MAX } from "../../src/model/record-limits.ts";
import { shadowOpeningTable } from "../../src/store/detection/detection-tables.ts";
import { createShadowFeedbackStore } from "../../src/store/detection/shadow-store.ts";
import { feedbackTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL } from "./quality-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW } from "./samples.ts";
import { shadowWorld } from "./shadow-world.ts";

onEachEngine("The shadow openings of a rule", (fresh) => {
  const world = shadowWorld(fresh);

  describe("in shadow", () => {
    it("keeps so many a day and for so long", async () => {
      await world.setTo(BURST, "shadow");
      const opening = (n: number) => ({
        id: `id ${n}`,
        organizationId: "acme",
        ruleId: BURST,
        service: "checkout",
        environment: "production",
        title: "t",
        description: "d",
        severity: "LOW" as const,
        deduplicationKey: `key ${n}`,
        triggeringEventId: "e",
        openedAt: world.world.now,
        lastSeenAt: world.world.now,
        quietAt: world.world.now,
        observations: 1,
      });
      const many = Array.from({ length: SHADOW_OPENINGS_A_DAY_MAX }, (_, n) => opening(n));
      await world.world.database.write((transaction) => insertRows(transaction, shadowOpeningTable, many));
      await world.commit({});
      expect(await world.world.measures.shadowed(ACME, BURST, 0)).to.include({ opened: SHADOW_OPENINGS_A_DAY_MAX });
      const given = { person: "ann", verdict: "noise", note: null } as const;
      await giveShadowFeedback(createShadowFeedbackStore(world.world.database), ann, "id 7", given, world.world.now);
      world.world.now += SHADOW_KEPT_MS + 1;
      await createCommitBatchStore(world.world.database).tidy(world.world.now);
      expect(await world.listed()).to.deep.equal([]);
      expect(await world.world.database.reader.countBy(feedbackTable, { organizationId: "acme" })).to.equal(0);
    });

    it("is listed page by page, the newest first, by rule, service and time", async () => {
      await world.setTo(BURST, "shadow");
      for (const n of [1, 2, 3, 4]) {
        world.world.now += MINUTE_MS;
        await world.commit({ deduplicationKey: `k${n}`, service: n % 2 === 0 ? "pay" : "checkout", title: `t${n}` });
      }
      const titles = async (filter: object): Promise<string> =>
        (await world.world.shadows.list(ACME, { limit: 10, ...filter })).openings.map(({ title }) => title).join(" ");
      const first = await world.world.shadows.list(ACME, { limit: 3 });
      expect(first.openings.map(({ title }) => title)).to.deep.equal(["t4", "t3", "t2"]);
      expect(await titles({ cursor: first.cursor })).to.equal("t1");
      expect(await titles({ service: "pay" })).to.equal("t4 t2");
      expect(await titles({ ruleId: FATAL })).to.equal("");
      expect(await titles({ ruleId: BURST, service: "checkout", from: NOW + 2 * MINUTE_MS })).to.equal("t3");
      expect(await titles({ to: NOW + MINUTE_MS })).to.equal("t1");
      const filters = [
        {},
        { ruleId: BURST },
        { service: "pay" },
        { ruleId: BURST, service: "pay" },
        { from: NOW, to: world.world.now },
      ];
      for (const filter of filters) {
        for (const { sql, plan } of await queriesOf(world.world.database, () =>
          world.world.shadows.list(ACME, { limit: 2, ...filter }),
        )) {
          expect(plan, sql).not.to.match(/SCAN shadow|Seq Scan/);
          // Overlaps of a shadow opening are few.
          if (!sql.includes("shadow_overlap")) expect(plan, sql).not.to.match(/TEMP B-TREE|"[^"]*Sort/);
        }
      }
    });
  });
});
