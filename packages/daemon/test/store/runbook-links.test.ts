import { expect } from "chai";
import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import {
  linkedRunbooks,
  linkRunbook,
  type RunbookLinkStore,
  recommendRunbooks,
  unlinkRunbook,
} from "../../src/incident/incident-runbooks.ts";
import type { SimilarIncident } from "../../src/incident/similar-incidents.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { RUNBOOK_LINKS_MAX } from "../../src/model/record-limits.ts";
import { createRunbook, type Runbook, type RunbookStatus, type RunbookStore } from "../../src/runbook/runbook.ts";
import { createRunbookLinkStore } from "../../src/store/runbooks/runbook-links.ts";
import { createRunbookStore } from "../../src/store/runbooks/runbook-store.ts";
import { incidentRunbookTable } from "../../src/store/runbooks/runbook-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { diagnosisOf, fixOf } from "./diagnosis-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("Links of runbooks", (fresh) => {
  let store: Fresh;
  let database: Database;
  let runbooks: RunbookStore;
  let runbookLinks: RunbookLinkStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    runbooks = createRunbookStore(database);
    runbookLinks = createRunbookLinkStore(database, createUnits(database));
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const open = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    await incidents.create(ACME, made, []);
    return made;
  };
  const write = async (slug: string, actionTags: string[] = [], status: RunbookStatus = "published") => {
    const made = await createRunbook(runbooks, ACME, { slug, title: slug, contentMd: `# ${slug}`, actionTags }, NOW);
    await runbooks.setStatus(ACME, made.id, status, NOW);
    return made;
  };
  const link = (to: Incident, runbook: Runbook, scope = ACME, at = NOW): Promise<void> =>
    linkRunbook(runbookLinks, scope, to.id, runbook.id, at);
  const unlink = (from: Incident, runbook: Runbook, scope = ACME): Promise<void> =>
    unlinkRunbook(runbookLinks, scope, from.id, runbook.id, NOW);
  const linked = async ({ id }: Incident): Promise<string[]> =>
    (await linkedRunbooks({ runbookLinks, runbooks }, ACME, id)).runbooks.map(({ slug }) => slug);
  const events = async ({ id }: Incident): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, title }) => `${type}: ${title}`);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("are made once, from twenty callers at once, and told of once", async () => {
    const [about, runbook] = [await open(), await write("restart")];
    await Promise.all(Array.from({ length: 20 }, () => link(about, runbook)));
    expect(await linked(about)).to.deep.equal(["restart"]);
    expect(await events(about)).to.deep.equal(["runbook_linked: Runbook linked: restart"]);
    const [only] = await runbookLinks.ofIncident(ACME, about.id);
    expect(only).to.deep.equal({ incidentId: about.id, runbookId: runbook.id, source: "manual", createdAt: NOW });
  });

  it("are removed one by one, and a second time nothing is told", async () => {
    const [about, kept, removed] = [await open(), await write("kept"), await write("removed")];
    await link(about, kept);
    await link(about, removed, ACME, NOW + 1);
    expect(await linked(about)).to.deep.equal(["kept", "removed"]);
    await unlink(about, removed);
    await unlink(about, removed);
    expect(await linked(about)).to.deep.equal(["kept"]);
    expect((await events(about)).slice(2)).to.deep.equal(["runbook_unlinked: Runbook unlinked: removed"]);
    expect(await incidents.get(ACME, about.id)).to.deep.equal(about);
  });

  it("keep runbooks that are archived", async () => {
    const [about, runbook] = [await open(), await write("old", [], "archived")];
    await link(about, runbook);
    expect(await linked(about)).to.deep.equal(["old"]);
  });

  it("ask for an incident and a runbook that are visible", async () => {
    const [about, runbook] = [await open(), await write("restart")];
    const none = { ...about, id: "none" };
    const attempts = [
      link(about, { ...runbook, id: "none" }),
      link(none, runbook),
      link(about, runbook, OTHER),
      unlink(about, { ...runbook, id: "none" }),
      unlink(none, runbook),
      unlink(about, runbook, OTHER),
      runbookLinks.ofIncident(OTHER, about.id),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal([
      "runbook_not_found",
      "incident_not_found",
      "incident_not_found",
      "runbook_not_found",
      "incident_not_found",
      "incident_not_found",
      "incident_not_found",
    ]);
    await link(about, runbook);
    expect(await runbookLinks.ofIncidents(OTHER, [about.id])).to.deep.equal([]);
    expect(await runbookLinks.ofIncidents(ACME, [about.id, "none"])).to.have.length(1);
  });

  it("are bounded for each incident", async () => {
    const about = await open();
    const template = { organizationId: "acme", incidentId: about.id, source: "manual", createdAt: NOW };
    const rows = Array.from({ length: RUNBOOK_LINKS_MAX - 1 }, (_, n) => ({ ...template, runbookId: `${n}` }));
    await database.write((transaction) => insertRows(transaction, incidentRunbookTable, rows));
    const last = await write("last");
    await link(about, last);
    expect(await refused(link(about, await write("more")))).to.equal("limit_reached");
    expect(await refused(link(about, last))).to.equal("not refused");
  });

  describe("recommend", () => {
    const recommended = async ({ id }: Incident, alike: readonly (readonly [Incident, score: number])[] = []) => {
      const similar = async (): Promise<SimilarIncident[]> =>
        Promise.all(
          alike.map(async ([each, score]) => ({
            incident: await incidents.get(ACME, each.id),
            score,
            reasons: [],
            topSuccessfulActions: [],
            mttrMinutes: null,
          })),
        );
      return recommendRunbooks({ incidents, runbooks, runbookLinks, similar: { similar } }, ACME, id);
    };
    const offered = async (...given: Parameters<typeof recommended>): Promise<string[]> =>
      (await recommended(...given)).runbooks.map(({ slug }) => slug);

    it("what the diagnosis' action types and named runbooks lead to, published ones alone", async () => {
      const restart = await write("restart", ["restart-service"]);
      await write("scale", ["scale-service"]);
      await write("draft", ["restart-service"], "draft");
      await write("archived", ["restart-service"], "archived");
      const named = await write("named");
      const suggestedFixes = [
        fixOf({ actionType: "rollback-deployment" }),
        fixOf({ actionType: "restart-service", runbookId: named.id }),
        fixOf({ actionType: "restart-service", runbookId: "gone" }),
        fixOf({}),
      ];
      const about = await open({ diagnosisStatus: "COMPLETED", diagnosis: diagnosisOf({ suggestedFixes }) });
      await link(about, restart);
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
      const [about, recovered, waiting, bare] = [await open(), await open(), await open(), await open()];
      const [helped, tried, draft] = [await write("helped"), await write("tried"), await write("draft", [], "draft")];
      await link(recovered, helped);
      await link(waiting, tried);
      await link(bare, draft);
      await changeStatus(incidents, ACME, recovered.id, "RESOLVED", NOW);
      const alike = [
        [waiting, 0.9],
        [recovered, 0.8],
        [bare, 0.7],
      ] as const;
      expect(await offered(about, alike)).to.deep.equal(["helped", "tried"]);
      expect((await recommended(about, alike)).similarIncidentCount).to.equal(2);
      await runbooks.setStatus(ACME, helped.id, "archived", NOW);
      expect(await offered(about, alike)).to.deep.equal(["tried"]);
    });

    it("nothing where nothing is known", async () => {
      await write("restart", ["restart-service"]);
      for (const diagnosis of [null, diagnosisOf()]) {
        const answer = await recommended(await open({ diagnosis }));
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
