import { expect } from "chai";
import { createCommentStore } from "../../src/app/wiring/incident-wiring.ts";
import { addComment } from "../../src/incident/comments.ts";
import { giveFeedback } from "../../src/incident/feedback.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { FEEDBACK_MAX } from "../../src/model/record-limits.ts";
import { feedbackTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { onEachEngine } from "./engines.ts";
import { feedbackWorld } from "./feedback-world.ts";
import { ann } from "./quality-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("What incidents are worth", (fresh) => {
  const world = feedbackWorld(fresh);

  describe("by what people say", () => {
    it("counts one verdict a person, the last one, and says so in the timeline once", async () => {
      const { id } = await world.open("a");
      expect(await world.say(id, "useful")).to.deep.include({ replaced: false });
      world.world.now += 1000;
      expect(await world.say(id, "noise", "ann", "The import.")).to.deep.include({ replaced: true });
      await world.say(id, "noise", "ann", "The import.");
      expect(await world.world.feedback.list(ACME, id)).to.deep.equal([
        {
          organizationId: "acme",
          aboutId: id,
          person: "ann",
          by: "ann",
          verdict: "noise",
          note: "The import.",
          createdAt: NOW,
          updatedAt: world.world.now,
        },
      ]);
      const notes = (await world.world.incidents.timeline(ACME, id)).filter(({ type }) => type === "note");
      expect(notes.map(({ title, detail }) => `${title}: ${detail}`)).to.deep.equal([
        "Feedback: useful: ",
        "Feedback: noise: The import.",
      ]);
      expect(await world.worth()).to.equal("1 opened, 0 useful, 1 noise");
    });

    it("goes by the majority, and of as many by the latest", async () => {
      const { id } = await world.open("a");
      await world.say(id, "useful", "ann");
      world.world.now += 1000;
      await world.say(id, "noise", "bob");
      expect(await world.worth()).to.equal("1 opened, 0 useful, 1 noise");
      world.world.now += 1000;
      await world.say(id, "useful", "cid");
      expect(await world.worth()).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("goes by what was said last also where the clock was set back meanwhile", async () => {
      const { id } = await world.open("a");
      await world.say(id, "useful", "ann");
      world.world.now -= 1000;
      await world.say(id, "noise", "bob");
      expect(await world.worth()).to.equal("1 opened, 0 useful, 1 noise");
    });

    it("goes before how it ended, and stays when it reopens", async () => {
      const { id } = await world.open("a");
      await world.say(id, "useful");
      await world.move(id, "CLOSED");
      await world.move(id, "OPEN");
      expect(await world.worth()).to.equal("1 opened, 1 useful, 0 noise");
    });

    it("is refused about what isn't there, or belongs to another organization", async () => {
      const { id } = await world.open("a");
      for (const work of [
        () => world.say("nothing", "noise"),
        () =>
          giveFeedback(
            world.world.feedback,
            OTHER,
            id,
            { person: "eve", verdict: "noise", note: null },
            world.world.now,
          ),
        () => world.world.feedback.list(OTHER, id),
      ]) {
        let code = "none";
        await work().catch((error: { code: string }) => (code = error.code));
        expect(code).to.equal("incident_not_found");
      }
      expect(await world.worth()).to.equal("1 opened, 0 useful, 0 noise");
    });

    it("takes the verdicts of so many people and no more", async () => {
      const { id } = await world.open("a");
      const people = Array.from({ length: FEEDBACK_MAX }, (_, n) => ({
        organizationId: "acme",
        aboutId: id,
        person: `p${n}`,
        by: "p",
        verdict: "useful" as const,
        note: null,
        createdAt: world.world.now,
        updatedAt: world.world.now,
      }));
      await world.world.database.write((transaction) => insertRows(transaction, feedbackTable, people));
      let code = "none";
      await world.say(id, "noise", "one more").catch((error: { code: string }) => (code = error.code));
      expect(code).to.equal("limit_reached");
      await world.say(id, "noise", "p7");
    });
  });

  describe("by how incidents end", () => {
    it("is useful where somebody took it up, noise where somebody waved it away, and else unknown", async () => {
      const comments = createCommentStore(world.world.database);
      const useful = await world.open("useful");
      await addComment(comments, ann, useful.id, { author: "Ann", body: "Looking." }, world.world.now);
      const noise = await world.open("noise");
      const unknown = await world.open("unknown");
      world.world.now += MINUTE_MS;
      await world.move(noise.id, "RESOLVED");
      world.world.now += 10 * MINUTE_MS;
      await resolveQuiet(world.world.database, world.world.now, 100, resolvingAt(world.world.now));
      expect((await world.world.incidents.get(ACME, unknown.id)).status).to.equal("RESOLVED");
      expect(await world.worth()).to.equal("3 opened, 1 useful, 1 noise");
    });

    it("isn't known any more when it reopens", async () => {
      const { id } = await world.open("a");
      await world.move(id, "CLOSED");
      expect(await world.worth()).to.equal("1 opened, 0 useful, 1 noise");
      await world.move(id, "OPEN");
      expect(await world.worth()).to.equal("1 opened, 0 useful, 0 noise");
    });
  });
});
