import { expect } from "chai";
import { changeStatus } from "../../src/incident/change-status.ts";
import { recommendRunbooks } from "../../src/incident/incident-runbooks.ts";
import type { SimilarIncident } from "../../src/incident/similar-incidents.ts";
import type { Incident } from "../../src/model/incident.ts";
import { diagnosisOf, fixOf } from "./diagnosis-sample.ts";
import { onEachEngine } from "./engines.ts";
import { runbookLinkWorld } from "./runbook-link-world.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("Recommendations of runbooks", (fresh) => {
  const world = runbookLinkWorld(fresh);

  describe("recommend", () => {
    const recommended = async ({ id }: Incident, alike: readonly (readonly [Incident, score: number])[] = []) => {
      const similar = async (): Promise<SimilarIncident[]> =>
        Promise.all(
          alike.map(async ([each, score]) => ({
            incident: await world.incidents.get(ACME, each.id),
            score,
            reasons: [],
            topSuccessfulActions: [],
            mttrMinutes: null,
          })),
        );
      return recommendRunbooks(
        {
          incidents: world.incidents,
          runbooks: world.runbooks,
          runbookLinks: world.runbookLinks,
          similar: { similar },
        },
        ACME,
        id,
      );
    };
    const offered = async (...given: Parameters<typeof recommended>): Promise<string[]> =>
      (await recommended(...given)).runbooks.map(({ slug }) => slug);

    it("what the diagnosis' action types and named runbooks lead to, published ones alone", async () => {
      const restart = await world.write("restart", ["restart-service"]);
      await world.write("scale", ["scale-service"]);
      await world.write("draft", ["restart-service"], "draft");
      await world.write("archived", ["restart-service"], "archived");
      const named = await world.write("named");
      const suggestedFixes = [
        fixOf({ actionType: "rollback-deployment" }),
        fixOf({ actionType: "restart-service", runbookId: named.id }),
        fixOf({ actionType: "restart-service", runbookId: "gone" }),
        fixOf({}),
      ];
      const about = await world.open({ diagnosisStatus: "COMPLETED", diagnosis: diagnosisOf({ suggestedFixes }) });
      await world.link(about, restart);
      const answer = await recommended(about);
      expect(answer.runbooks.map(({ slug }) => slug)).to.deep.equal(["named", "restart"]);
      expect(answer.runbooks[0]).to.include({ contentMd: "# named" });
      expect(answer).to.deep.include({
        linkedRunbookIds: [restart.id],
        actionTypes: ["rollback-deployment", "restart-service"],
        similarIncidentCount: 0,
      });
      expect(answer.ranking.map(({ score }) => score)).to.deep.equal([1, 0.5]);
    });

    it("what is linked to similar incidents, those that recovered before others", async () => {
      const [about, recovered, waiting, bare] = [
        await world.open(),
        await world.open(),
        await world.open(),
        await world.open(),
      ];
      const [helped, tried, draft] = [
        await world.write("helped"),
        await world.write("tried"),
        await world.write("draft", [], "draft"),
      ];
      await world.link(recovered, helped);
      await world.link(waiting, tried);
      await world.link(bare, draft);
      await changeStatus(world.incidents, ACME, recovered.id, "RESOLVED", NOW);
      const alike = [
        [waiting, 0.9],
        [recovered, 0.8],
        [bare, 0.7],
      ] as const;
      expect(await offered(about, alike)).to.deep.equal(["helped", "tried"]);
      expect((await recommended(about, alike)).similarIncidentCount).to.equal(2);
      await world.runbooks.setStatus(ACME, helped.id, "archived", NOW);
      expect(await offered(about, alike)).to.deep.equal(["tried"]);
    });

    it("nothing where nothing is known", async () => {
      await world.write("restart", ["restart-service"]);
      for (const diagnosis of [null, diagnosisOf()]) {
        const answer = await recommended(await world.open({ diagnosis }));
        expect(answer).to.deep.equal({
          runbooks: [],
          linkedRunbookIds: [],
          actionTypes: [],
          similarIncidentCount: 0,
          ranking: [],
        });
      }
    });
  });
});
