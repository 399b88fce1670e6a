import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentFilter, IncidentPage, IncidentStore } from "../../src/incident/store.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

onEachEngine("Changes of incidents", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const filter = (given: Partial<IncidentFilter> = {}): IncidentFilter => ({
    deduplicated: false,
    sortBy: "recency",
    limit: 50,
    ...given,
  });
  const list = (given: Partial<IncidentFilter> = {}, scope = ACME): Promise<IncidentPage> =>
    incidents.list(scope, filter(given));
  const create = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    return opened(await incidents.create({ ...ACME, organizationId: made.organizationId }, made, []));
  };
  const refused = async (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("changes on what it finds within the transaction, under twenty writers at once", async () => {
    const made = await create();
    const count = (current: Incident) => ({
      fields: { duplicateCount: current.duplicateCount + 1 },
      timeline: [],
      announce: true,
    });
    await Promise.all(Array.from({ length: 20 }, () => incidents.change(ACME, made.id, count)));
    expect((await incidents.get(ACME, made.id)).duplicateCount).to.equal(20);
  });

  it("lets one of twenty win where only one may", async () => {
    const made = await create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        incidents.change(ACME, made.id, (current) =>
          current.assigneeId === null
            ? { fields: { assigneeId: `person ${n}` }, timeline: [], announce: false }
            : undefined,
        ),
      ),
    );
    expect(new Set(answers.map(({ assigneeId }) => assigneeId)).size).to.equal(1);
  });

  it("numbers the stream without gaps under concurrent writers of two organizations", async () => {
    const stream = createStreamStore(database);
    await Promise.all(Array.from({ length: 30 }, (_, n) => create({ organizationId: n % 3 === 0 ? "other" : "acme" })));
    const changes = await stream.after(ACME, 0, 100);
    expect(changes.map(({ seq }) => seq)).to.deep.equal(Array.from({ length: 20 }, (_, n) => n + 1));
    expect([...(await stream.heads(["acme", "other", "nobody"]))].sort()).to.deep.equal([
      ["acme", 20],
      ["other", 10],
    ]);
    expect(await stream.oldest(ACME)).to.equal(1);
    expect((await stream.after(ACME, 5, 3)).map(({ seq }) => seq)).to.deep.equal([6, 7, 8]);
    expect(
      changes.every(({ data, event }) => event === null && (JSON.parse(data) as { id: string }).id !== ""),
    ).to.equal(true);
  });

  it("writes the timeline with the change, in order, and moves the counters", async () => {
    const made = await create();
    await create({ severity: "LOW" });
    expect(await incidents.countOpen()).to.deep.equal({ LOW: 1, MEDIUM: 0, HIGH: 1, CRITICAL: 0 });
    now += 5;
    const resolved = await changeStatus(incidents, ACME, made.id, "RESOLVED", now);
    expect(resolved).to.include({ status: "RESOLVED", resolvedAt: now, updatedAt: now });
    await changeStatus(incidents, ACME, made.id, "RESOLVED", now);
    now += 5;
    await changeStatus(incidents, ACME, made.id, "OPEN", now);
    await changeStatus(incidents, ACME, made.id, "CLOSED", now);
    const timeline = await incidents.timeline(ACME, made.id);
    expect(timeline.map(({ metadata }) => metadata["to"])).to.deep.equal(["RESOLVED", "OPEN", "CLOSED"]);
    expect(timeline.map(({ createdAt }) => createdAt)).to.deep.equal([NOW + 5, NOW + 10, NOW + 10]);
    expect(timeline[0]).to.include({ incidentId: made.id, type: "status_changed", actor: ACME.actor });
    expect(await incidents.countOpen()).to.deep.equal({ LOW: 1, MEDIUM: 0, HIGH: 0, CRITICAL: 0 });
    expect((await list({ status: "CLOSED" })).total).to.equal(1);
  });

  it("writes nothing where the decision throws or decides on nothing", async () => {
    const made = await create();
    const thrown = await refused(
      incidents.change(ACME, made.id, () => {
        throw new ApplicationError("incident_not_merged", "No.");
      }),
    );
    expect(thrown).to.equal("incident_not_merged");
    expect(await incidents.change(ACME, made.id, () => undefined)).to.deep.include(made);
    expect(await incidents.timeline(ACME, made.id)).to.deep.equal([]);
    expect((await createStreamStore(database).after(ACME, 0, 10)).length).to.equal(1);
  });
});
