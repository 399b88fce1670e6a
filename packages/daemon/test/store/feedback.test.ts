import { expect } from "chai";
import { createCommentStore, createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { addComment } from "../../src/incident/comments.ts";
import { giveFeedback } from "../../src/incident/feedback.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { FEEDBACK_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { feedbackTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { onEachEngine } from "./engines.ts";
import { ann, BURST, FATAL, qualityWorld } from "./quality-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("What incidents are worth", (fresh) => {
  const { world, open, say, move, worth } = qualityWorld(fresh);

  describe("by what people say", () => {
    it("counts one verdict a person, the last one, and says so in the timeline once", async () => {
      const { id } = await open("a");
      expect(await say(id, "useful")).to.deep.include({ replaced: false });
      world.now += 1000;
      expect(await say(id, "noise", "ann", "The import.")).to.deep.include({ replaced: true });
      await say(id, "noise", "ann", "The import.");
      expect(await world.feedback.list(ACME, id)).to.deep.equal([
        {
          organizationId: "acme",
          aboutId: id,
          person: "ann",
          by: "ann",
          verdict: "noise",
          note: "The import.",
          createdAt: NOW,
          updatedAt: world.now,
        },
      ]);
      const notes = (await world.incidents.timeline(ACME, id)).filter(({ type }) => type === "note");
      expect(notes.map(({ title, detail }) => `${title}: ${detail}`)).to.deep.equal([
        "Feedback: useful: ",
        "Feedback: noise: The import.",
      ]);
      expect(await worth()).to.equal("1 opened, 0 useful, 1 noise");
    });

    it("goes by the majority, and of as many by the latest", async () => {
      const { id } = await open("a");
      await say(id, "useful", "ann");
      world.now += 1000;
      await say(id, "noise", "bob");
      expect(await worth()).to.equal("1 opened, 0 useful, 1 noise");
      world.now += 1000;
      await say(id, "useful", "cid");
      expect(await worth()).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("goes by what was said last also where the clock was set back meanwhile", async () => {
      const { id } = await open("a");
      await say(id, "useful", "ann");
      world.now -= 1000;
      await say(id, "noise", "bob");
      expect(await worth()).to.equal("1 opened, 0 useful, 1 noise");
    });

    it("goes before how it ended, and stays when it reopens", async () => {
      const { id } = await open("a");
      await say(id, "useful");
      await move(id, "CLOSED");
      await move(id, "OPEN");
      expect(await worth()).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("is refused about what isn't there, or belongs to another organization", async () => {
      const { id } = await open("a");
      for (const work of [
        () => say("nothing", "noise"),
        () => giveFeedback(world.feedback, OTHER, id, { person: "eve", verdict: "noise", note: null }, world.now),
        () => world.feedback.list(OTHER, id),
      ]) {
        let code = "none";
        await work().catch((error: { code: string }) => (code = error.code));
        expect(code).to.equal("incident_not_found");
      }
      expect(await worth()).to.equal("1 opened, 0 useful, 0 noise");
    });

    it("takes the verdicts of so many people and no more", async () => {
      const { id } = await open("a");
      const people = Array.from({ length: FEEDBACK_MAX }, (_, n) => ({
        organizationId: "acme",
        aboutId: id,
        person: `p${n}`,
        by: "p",
        verdict: "useful" as const,
        note: null,
        createdAt: world.now,
        updatedAt: world.now,
      }));
      await world.database.write((transaction) => insertRows(transaction, feedbackTable, people));
      let code = "none";
      await say(id, "noise", "one more").catch((error: { code: string }) => (code = error.code));
      expect(code).to.equal("limit_reached");
      await say(id, "noise", "p7");
    });
  });

  describe("by how incidents end", () => {
    it("is useful where somebody took it up, noise where somebody waved it away, and else unknown", async () => {
      const comments = createCommentStore(world.database);
      const useful = await open("useful");
      await addComment(comments, ann, useful.id, { author: "Ann", body: "Looking." }, world.now);
      const noise = await open("noise");
      const unknown = await open("unknown");
      world.now += MINUTE_MS;
      await move(noise.id, "RESOLVED");
      world.now += 10 * MINUTE_MS;
      await resolveQuiet(world.database, world.now, 100, resolvingAt(world.now));
      expect((await world.incidents.get(ACME, unknown.id)).status).to.equal("RESOLVED");
      expect(await worth()).to.equal("3 opened, 1 useful, 1 noise");
    });

    it("isn't known any more when it reopens", async () => {
      const { id } = await open("a");
      await move(id, "CLOSED");
      expect(await worth()).to.equal("1 opened, 0 useful, 1 noise");
      await move(id, "OPEN");
      expect(await worth()).to.equal("1 opened, 0 useful, 0 noise");
    });
  });

  describe("of merged incidents", () => {
    beforeEach(async () => {
      const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
      const rule = { name: "merge", description: "", conditions, action: "merge" } as const;
      await createRule(createRuleStore(world.database), ACME, rule, world.now);
    });

    const fatal = { ruleId: FATAL, signalType: "log_fatal" } as const;

    it("measures the rules of the children too, each once, and not by more than one child", async () => {
      const parent = await open("parent");
      for (const n of [1, 2]) await open(`fatal ${n}`, fatal);
      await open("same rule");
      await say(parent.id, "noise");
      expect(await worth(BURST)).to.equal("2 opened, 0 useful, 1 noise");
      expect(await worth(FATAL)).to.equal("2 opened, 0 useful, 1 noise");
      await say(parent.id, "useful");
      expect(await worth(FATAL)).to.equal("2 opened, 1 useful, 0 noise");
      await open("late", { ruleId: "metric-anomaly", signalType: "metric_anomaly" });
      expect(await worth("metric-anomaly")).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("measures a rule by its next child where the first one is detached", async () => {
      const parent = await open("parent");
      const [first] = [await open("fatal 1", fatal), await open("fatal 2", fatal)];
      await say(parent.id, "noise");
      await unmerge(createFamilyStore(world.database, { now: () => world.now }), ann, first.id);
      expect(await worth(FATAL)).to.equal("2 opened, 0 useful, 1 noise");
      await say(first.id, "useful");
      expect(await worth(FATAL), "each speaks for itself").to.equal("2 opened, 1 useful, 1 noise");
    });

    it("lets what somebody said of a child stand, and its parent's ending be its own", async () => {
      const parent = await open("parent");
      const child = await open("fatal", fatal);
      await move(parent.id, "CLOSED");
      expect(await worth(FATAL)).to.equal("1 opened, 0 useful, 1 noise");
      await say(child.id, "useful");
      await move(parent.id, "OPEN");
      expect(await worth(BURST)).to.equal("1 opened, 0 useful, 0 noise");
      expect(await worth(FATAL)).to.equal("1 opened, 1 useful, 0 noise");
    });
  });
});
