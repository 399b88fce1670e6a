import { expect } from "chai";
import { createIncidentStore, createPostmortemStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { draftPostmortem, type PostmortemStore } from "../../src/incident/postmortem.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { UnitsOfWork } from "../../src/incident/unit-of-work.ts";
import { addWorkflowEvent } from "../../src/incident/workflow-events.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { POSTMORTEM_CHILDREN_MAX, POSTMORTEM_ENTRIES_MAX, WORKFLOW_EVENTS_MAX } from "../../src/model/record-limits.ts";
import { incidentTable, timelineEventTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("What is told of an incident", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let postmortems: PostmortemStore;
  let workflow: UnitsOfWork;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => NOW });
    postmortems = createPostmortemStore(database);
    workflow = createUnits(database);
  });
  after(() => store.drop());

  const open = async (): Promise<string> => {
    const made = incident();
    await incidents.create(ACME, made, []);
    return made.id;
  };
  const notes = (incidentId: string, count: number): Promise<void> =>
    database.write((transaction) => {
      const rows = Array.from({ length: count }, (_, n) => ({
        id: uuidv7(NOW),
        organizationId: "acme",
        incidentId,
        type: "note" as const,
        actor: "Ada",
        title: `note ${n}`,
        detail: "",
        metadata: {},
        createdAt: NOW + n,
      }));
      return insertRows(transaction, timelineEventTable, rows);
    });
  const codeOf = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "done",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("is the beginning and the end of a timeline that is too long for a draft", async () => {
    const id = await open();
    await notes(id, POSTMORTEM_ENTRIES_MAX);
    const whole = await postmortems.source(ACME, id);
    expect(whole.timeline.map(({ title }) => title)).to.deep.equal(
      Array.from({ length: POSTMORTEM_ENTRIES_MAX }, (_, n) => `note ${n}`),
    );
    expect(whole.entriesLeftOut).to.equal(0);
    await notes(id, 3);
    const parts = await postmortems.source(ACME, id);
    const titles = parts.timeline.map(({ title }) => title);
    expect(titles.slice(0, 2)).to.deep.equal(["note 0", "note 1"]);
    expect(titles.slice(-3)).to.deep.equal(["note 0", "note 1", "note 2"]);
    expect(parts.timeline).to.have.length(POSTMORTEM_ENTRIES_MAX);
    expect(parts.entriesLeftOut).to.equal(3);
  });

  it("names the first of its many children, of its own organization alone", async () => {
    const id = await open();
    const rows = Array.from({ length: POSTMORTEM_CHILDREN_MAX + 1 }, (_, n) => ({
      ...incident({ title: `child ${n}`, parentIncidentId: id, organizationId: n === 0 ? "other" : "acme" }),
      number: 1000 + n,
      severityRank: 0,
      quietAt: null,
    }));
    await database.write((transaction) => insertRows(transaction, incidentTable, rows));
    const { children, moreChildren } = await postmortems.source(ACME, id);
    expect([children.length, moreChildren]).to.deep.equal([POSTMORTEM_CHILDREN_MAX, false]);
    expect(children[0]).to.deep.equal({ title: "child 1", severity: "HIGH", createdAt: NOW });
  });

  it("says once that a postmortem was drafted, whoever asks at the same time", async () => {
    const id = await open();
    const drafts = await Promise.all(Array.from({ length: 10 }, () => draftPostmortem(postmortems, ACME, id, NOW)));
    expect(new Set(drafts).size).to.equal(1);
    const types = (await incidents.timeline(ACME, id)).map(({ type }) => type);
    expect(types).to.deep.equal(["postmortem_drafted"]);
    expect(await draftPostmortem(postmortems, ACME, id, NOW)).to.equal(drafts[0]);
  });

  it("holds so many workflow events and no more", async () => {
    const id = await open();
    await notes(id, WORKFLOW_EVENTS_MAX - 1);
    const add = () => codeOf(addWorkflowEvent(workflow, ACME, id, { type: "handoff", detail: "" }, NOW));
    expect(await add()).to.equal("done");
    expect(await add()).to.equal("limit_reached");
    expect(await incidents.timeline(ACME, id)).to.have.length(WORKFLOW_EVENTS_MAX);
  });

  it("is not found by another organization", async () => {
    const id = await open();
    expect(await codeOf(draftPostmortem(postmortems, OTHER, id, NOW))).to.equal("incident_not_found");
    expect(await codeOf(addWorkflowEvent(workflow, OTHER, id, { type: "note", detail: "" }, NOW))).to.equal(
      "incident_not_found",
    );
    expect(await incidents.timeline(ACME, id)).to.deep.equal([]);
  });

  it("is read from indexes", async () => {
    const id = await open();
    const asked = await queriesOf(database, () => postmortems.source(ACME, id));
    for (const { sql, plan } of asked) expect(plan, sql).not.to.match(/\b(SCAN|Seq Scan on) (incident|timeline_event)/);
  });
});
