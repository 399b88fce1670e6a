import { expect } from "chai";
import { createCommitBatchStore, createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { giveShadowFeedback, type JudgedShadowOpening } from "../../src/detect/quality/shadow-openings.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { SHADOW_KEPT_MS, SHADOW_OPENINGS_A_DAY_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { shadowOpeningTable } from "../../src/store/detection/detection-tables.ts";
import { createShadowFeedbackStore } from "../../src/store/detection/shadow-store.ts";
import { feedbackTable } from "../../src/store/incidents/incident-tables.ts";
import { createMaintenanceStore } from "../../src/store/maintenance/maintenance-store.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL, qualityWorld } from "./quality-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, candidate, NOW, OTHER, round } from "./samples.ts";

onEachEngine("A rule", (fresh) => {
  const { world, commit, all, open, say, move, setTo, listed } = qualityWorld(fresh);

  describe("in shadow", () => {
    it("opens nothing and writes down what it would have opened, from the file or from the organization", async () => {
      await commit({}, { autoDiagnose: false, shadowRules: new Set([BURST]) });
      await setTo(FATAL, "shadow");
      await commit({ ruleId: FATAL, deduplicationKey: "fatal", severity: "CRITICAL" });
      await commit({ organizationId: "other", ruleId: FATAL, deduplicationKey: "theirs" });
      expect(await all()).to.deep.equal([]);
      expect(await all(OTHER)).to.have.length(1);
      expect((await listed()).map(({ ruleId, severity }) => `${ruleId} ${severity}`)).to.deep.equal([
        `${FATAL} CRITICAL`,
        `${BURST} HIGH`,
      ]);
      expect(await listed(OTHER)).to.deep.equal([]);
      const [opening] = await listed();
      expect(await world.shadows.get(ACME, opening?.id ?? "")).to.deep.equal(opening);
    });

    it("opens incidents again for an organization that says so against the file", async () => {
      await setTo(BURST, "shadow");
      await setTo(BURST, "active");
      await commit({}, { autoDiagnose: false, shadowRules: new Set([BURST]) });
      expect(await all()).to.have.length(1);
      expect(await listed()).to.deep.equal([]);
    });

    it("counts what goes on, or comes back within an hour, on the same opening", async () => {
      await setTo(BURST, "shadow");
      await commit({ observations: 2 });
      world.now += 30 * MINUTE_MS;
      await commit({ severity: "CRITICAL" });
      expect(await listed()).to.have.length(1);
      expect((await listed())[0]).to.include({
        observations: 3,
        severity: "CRITICAL",
        openedAt: NOW,
        lastSeenAt: world.now,
      });
      world.now += 62 * MINUTE_MS;
      await commit({});
      expect(await listed()).to.have.length(2);
    });

    it("writes nothing twice where telemetry is delivered again", async () => {
      await setTo(BURST, "shadow");
      const commitBatches = createCommitBatchStore(world.database);
      const given = {
        candidates: [candidate()],
        progress: { consumers: [{ consumer: "embedded", from: 0, position: 3 }] },
      };
      expect(await commitBatches.commit(round(given), openIncidents, world.now)).to.equal("stored");
      expect(await commitBatches.commit(round(given), openIncidents, world.now)).to.equal("already_consumed");
      await commitBatches.dryRun(round({ candidates: [candidate()] }), openIncidents, world.now);
      expect((await listed()).map(({ observations }) => observations)).to.deep.equal([1]);
    });

    it("lets what it has open go on", async () => {
      const { id } = await open("a");
      await setTo(BURST, "shadow");
      world.now += 30_000;
      await commit({ deduplicationKey: "a" });
      expect(await world.incidents.get(ACME, id)).to.include({ duplicateCount: 1, lastSeenAt: world.now });
      expect(await listed()).to.deep.equal([]);
      await move(id, "RESOLVED");
      world.now += 1000;
      await commit({ deduplicationKey: "a" });
      expect((await world.incidents.get(ACME, id)).status).to.equal("RESOLVED");
      expect(await listed()).to.have.length(1);
    });

    it("sees nothing of planned work", async () => {
      await setTo(BURST, "shadow");
      await createMaintenanceStore(world.database, { now: () => world.now }).add(ACME, {
        id: "w",
        organizationId: "acme",
        services: ["checkout"],
        startsAt: world.now,
        endsAt: world.now + DAY_MS,
        overAt: world.now + DAY_MS,
        endedBy: null,
        reason: "work",
        createdBy: "Ann",
        createdAt: world.now,
        updatedAt: world.now,
        heldCount: 0,
        openedCount: 0,
        droppedCount: 0,
      });
      await commit({});
      expect(await listed()).to.deep.equal([]);
    });

    it("is judged by incidents of other rules that were open meanwhile, useful before noise", async () => {
      await setTo(BURST, "shadow");
      const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;
      const before = await open("before", fatal);
      await commit({ deduplicationKey: "shadow" });
      const during = await open("during", { ...fatal, environment: "prod" });
      await open("elsewhere", { ...fatal, service: "pay" });
      await open("staging", { ...fatal, environment: "staging" });
      const seen = async () => {
        const { incidentId, verdict, verdictFrom } = (await listed())[0] as JudgedShadowOpening;
        return { incidentId, verdict, verdictFrom };
      };
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: null, verdictFrom: null });
      await say(before.id, "noise");
      expect(await seen()).to.deep.equal({ incidentId: before.id, verdict: "noise", verdictFrom: "incident" });
      await say(during.id, "useful");
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: "useful", verdictFrom: "incident" });
      const { id } = (await listed())[0] as JudgedShadowOpening;
      const given = { person: "ann", verdict: "noise", note: null } as const;
      await giveShadowFeedback(createShadowFeedbackStore(world.database), ann, id, given, world.now);
      await say(during.id, "useful", "bob");
      expect(await seen()).to.deep.equal({ incidentId: during.id, verdict: "noise", verdictFrom: "feedback" });
      expect(await world.measures.shadowed(ACME, BURST, 0)).to.include({ opened: 1, useful: 0, noise: 1 });
    });

    it("is judged by another rule's incident however many of its own are open still", async () => {
      const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;
      const { id } = await open("down", fatal);
      for (let n = 0; n < 20; n++) await commit({ deduplicationKey: `own ${n}` });
      await setTo(BURST, "shadow");
      await commit({ deduplicationKey: "shadow" });
      expect((await listed())[0]).to.include({ incidentId: id });
    });

    it("is no longer judged by an incident that its own was merged into, once that is detached", async () => {
      const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
      const merge = { name: "merge", description: "", conditions, action: "merge" } as const;
      await createRule(createRuleStore(world.database), ACME, merge, world.now);
      await setTo(BURST, "shadow");
      const fatal = { ruleId: FATAL, signalType: "log_fatal", environment: "staging" } as const;
      const parent = await open("parent", fatal);
      const child = await open("child", { ...fatal, environment: "production" });
      await commit({ deduplicationKey: "shadow" });
      await say(parent.id, "useful");
      expect((await listed())[0]).to.include({ incidentId: child.id, verdict: "useful" });
      await unmerge(createFamilyStore(world.database, { now: () => world.now }), ann, child.id);
      expect((await listed())[0]).to.include({ incidentId: child.id, verdict: null });
    });

    it("keeps so many a day and for so long", async () => {
      await setTo(BURST, "shadow");
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
        openedAt: world.now,
        lastSeenAt: world.now,
        quietAt: world.now,
        observations: 1,
      });
      const many = Array.from({ length: SHADOW_OPENINGS_A_DAY_MAX }, (_, n) => opening(n));
      await world.database.write((transaction) => insertRows(transaction, shadowOpeningTable, many));
      await commit({});
      expect(await world.measures.shadowed(ACME, BURST, 0)).to.include({ opened: SHADOW_OPENINGS_A_DAY_MAX });
      const given = { person: "ann", verdict: "noise", note: null } as const;
      await giveShadowFeedback(createShadowFeedbackStore(world.database), ann, "id 7", given, world.now);
      world.now += SHADOW_KEPT_MS + 1;
      await createCommitBatchStore(world.database).tidy(world.now);
      expect(await listed()).to.deep.equal([]);
      expect(await world.database.reader.countBy(feedbackTable, { organizationId: "acme" })).to.equal(0);
    });

    it("is listed page by page, the newest first, by rule, service and time", async () => {
      await setTo(BURST, "shadow");
      for (const n of [1, 2, 3, 4]) {
        world.now += MINUTE_MS;
        await commit({ deduplicationKey: `k${n}`, service: n % 2 === 0 ? "pay" : "checkout", title: `t${n}` });
      }
      const titles = async (filter: object): Promise<string> =>
        (await world.shadows.list(ACME, { limit: 10, ...filter })).openings.map(({ title }) => title).join(" ");
      const first = await world.shadows.list(ACME, { limit: 3 });
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
        { from: NOW, to: world.now },
      ];
      for (const filter of filters) {
        for (const { sql, plan } of await queriesOf(world.database, () =>
          world.shadows.list(ACME, { limit: 2, ...filter }),
        )) {
          expect(plan, sql).not.to.match(/SCAN shadow|Seq Scan/);
          // Overlaps of a shadow opening are few.
          if (!sql.includes("shadow_overlap")) expect(plan, sql).not.to.match(/TEMP B-TREE|"[^"]*Sort/);
        }
      }
    });
  });
});
