import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import {
  ASKED_MAX,
  ATTEMPTS_MAX,
  AUTOMATIC_MAX,
  type DiagnosisJob,
  type DiagnosisJobStore,
  JOB_KEPT_MS,
} from "../../src/diagnose/job.ts";
import { createDiagnosisJobStore } from "../../src/diagnose/record-diagnoses.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { Incident } from "../../src/model/incident.ts";
import { DIAGNOSIS_LEASE_MS } from "../../src/model/lease-limits.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createDiagnosisJobs } from "../../src/store/diagnosis/diagnosis-jobs.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { withUnits } from "../support/with-units.ts";
import { analysisOf } from "./diagnosis-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, incident, NOW, OTHER, opened, round } from "./samples.ts";

const ANNA: Scope = { ...ACME, actor: "Anna" };

const storeOf = (...[database, units]: Parameters<typeof createDiagnosisJobs>) =>
  createDiagnosisJobStore(createDiagnosisJobs(database, units), units);

onEachEngine("The diagnosis jobs", (fresh) => {
  let store: Fresh;
  let database: Database;
  let jobs: DiagnosisJobStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    jobs = storeOf(database, createUnits(database));
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const open = async (given: Partial<Incident> = {}, scope: Scope = ANNA): Promise<string> => {
    const made = incident({ organizationId: scope.organizationId, ...given });
    return opened(await incidents.create(scope, made, [])).id;
  };
  const asked = async (given: Partial<Incident> = {}, scope: Scope = ANNA): Promise<string> => {
    const id = await open(given, scope);
    await jobs.ask(scope, id, NOW);
    return id;
  };
  const claimed = async (now = NOW): Promise<DiagnosisJob> => {
    const job = await jobs.claim(now);
    if (!job) throw new Error("No job waits.");
    return job;
  };
  const types = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type }) => type).filter((type) => type !== "incident_created");
  const told = async (): Promise<Record<string, unknown>[]> =>
    (await createStreamStore(database).after(ACME, 0, 500))
      .filter(({ event }) => event === "diagnosis")
      .map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  const stages = async (): Promise<unknown[]> => (await told()).map(({ stage }) => stage);

  it("take an incident from PENDING over RUNNING to its end, and tell the stream and the timeline", async () => {
    const id = await asked();
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "PENDING", status: "OPEN" });
    const job = await claimed();
    expect(job).to.include({ organizationId: "acme", incidentId: id, askedBy: "Anna", attempts: 1 });
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "RUNNING", status: "INVESTIGATING" });
    expect(await jobs.tell(job, "analysing", "Read 3 events.", NOW)).to.equal(true);
    const analysis = analysisOf({ rootCause: "The pool is too small." });
    expect(await jobs.end(job, { analysis }, NOW)).to.equal(true);
    const done = await incidents.get(ACME, id);
    expect(done).to.deep.include({ diagnosisStatus: "COMPLETED", diagnosis: analysis.diagnosis });
    expect(await types(id)).to.deep.equal(["diagnosis_started", "status_changed", "diagnosis_completed"]);
    const [started, moved, completed] = (await incidents.timeline(ACME, id)).slice(-3);
    expect(started).to.include({ actor: "system", detail: "Asked for by Anna." });
    expect(moved?.metadata).to.include({ from: "OPEN", to: "INVESTIGATING", reason: "diagnosis_started" });
    expect(completed?.metadata).to.include({ eventKind: "diagnosis", diagnosisStatus: "COMPLETED", confidence: 0.7 });
    expect(await told()).to.deep.include({
      incidentId: id,
      diagnosisStatus: "RUNNING",
      stage: "analysing",
      message: "Read 3 events.",
      at: "2026-11-21T12:00:00.000Z",
    });
    expect(await stages()).to.deep.equal(["queued", "gathering", "analysing", "finished"]);
    expect(await jobs.claim(NOW)).to.equal(undefined);
  });

  it("hold no diagnosis while a new one waits and runs, nor after it failed", async () => {
    const id = await asked();
    await jobs.end(await claimed(), { analysis: analysisOf({}, false) }, NOW);
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "INCONCLUSIVE" });
    await jobs.ask(ANNA, id, NOW);
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "PENDING", diagnosis: null });
    const job = await claimed();
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "RUNNING", diagnosis: null });
    await jobs.end(job, { failure: "It took too long." }, NOW);
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "FAILED", diagnosis: null });
    expect((await incidents.timeline(ACME, id)).at(-1)).to.include({
      type: "diagnosis_failed",
      detail: "It took too long.",
    });
  });

  it("become one where fifty ask at once, waiting or running", async () => {
    const id = await open();
    await Promise.all(Array.from({ length: 50 }, () => jobs.ask(ANNA, id, NOW)));
    const job = await claimed();
    await Promise.all(Array.from({ length: 50 }, () => jobs.ask(ANNA, id, NOW)));
    expect(await jobs.claim(NOW)).to.equal(undefined);
    await jobs.end(job, { analysis: analysisOf() }, NOW);
    expect(await types(id)).to.deep.equal(["diagnosis_started", "status_changed", "diagnosis_completed"]);
    expect((await stages()).filter((stage) => stage === "queued")).to.have.length(1);
  });

  it("are each had by one of many that claim at once", async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 8; count++) ids.add(await asked());
    // On SQLite there is one worker.
    const other = database.kind === "sqlite" ? jobs : storeOf(...withUnits(await store.openDatabase()));
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? jobs : other).claim(NOW)),
    );
    const had = all.flatMap((job) => job?.incidentId ?? []);
    expect(new Set(had)).to.have.length(had.length);
    for (let job = await jobs.claim(NOW); job; job = await jobs.claim(NOW)) had.push(job.incidentId);
    expect(new Set(had)).to.deep.equal(ids);
    expect(had).to.have.length(ids.size);
  });

  it("go to another worker once the lease has run out, which says nothing twice", async () => {
    const id = await asked();
    const first = await claimed();
    expect(await jobs.renew(first, NOW + 1000)).to.equal(true);
    expect(await jobs.claim(NOW + DIAGNOSIS_LEASE_MS)).to.equal(undefined);
    const second = await claimed(NOW + DIAGNOSIS_LEASE_MS + 1000);
    expect(second).to.include({ incidentId: id, attempts: 2 });
    expect(await types(id)).to.deep.equal(["diagnosis_started", "status_changed"]);
    expect((await told()).at(-1)?.["message"]).to.contain("This is try 2 of 3.");
  });

  it("let a worker that lost one write nothing", async () => {
    const id = await asked();
    const lost = await claimed();
    const own = await claimed(NOW + DIAGNOSIS_LEASE_MS);
    const before = [await incidents.get(ACME, id), await types(id), await stages()];
    const late = NOW + DIAGNOSIS_LEASE_MS + 1;
    expect(await jobs.renew(lost, late)).to.equal(false);
    expect(await jobs.tell(lost, "analysing", "late", late)).to.equal(false);
    expect(await jobs.end(lost, { analysis: analysisOf() }, late)).to.equal(false);
    await jobs.release(lost, late, false);
    expect([await incidents.get(ACME, id), await types(id), await stages()]).to.deep.equal(before);
    expect(await jobs.end(own, { analysis: analysisOf() }, late)).to.equal(true);
    expect(await jobs.end(own, { analysis: analysisOf() }, late)).to.equal(false);
    expect(await jobs.renew(own, late)).to.equal(false);
  });

  it("fail for a reason that people understand when each try ended its worker", async () => {
    const id = await asked();
    let now = NOW;
    for (let tries = 0; tries < ATTEMPTS_MAX; tries++, now += DIAGNOSIS_LEASE_MS) await claimed(now);
    expect(await jobs.claim(now)).to.equal(undefined);
    expect(await incidents.get(ACME, id)).to.include({ diagnosisStatus: "FAILED" });
    const { detail } = (await incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.equal("The diagnosis was started 3 times, and the worker process ended during each attempt.");
    await jobs.ask(ANNA, id, now);
    expect((await claimed(now)).attempts).to.equal(1);
  });

  it("that were given back in order are begun again at once and don't count as tried; others wait a while", async () => {
    await asked();
    await jobs.release(await claimed(), NOW, false);
    const again = await claimed();
    expect(again.attempts).to.equal(1);
    await jobs.release(again, NOW + 5000, true);
    expect(await jobs.claim(NOW + 4999)).to.equal(undefined);
    expect((await claimed(NOW + 5000)).attempts).to.equal(2);
  });

  it("of a process that has ended are free at once where nobody else can be at them", async () => {
    await asked();
    await claimed();
    await jobs.reclaim();
    expect((await claimed()).attempts).to.equal(2);
  });

  it("are taken in turns between organizations, each one's oldest first", async () => {
    const mine = [await asked(), await asked(), await asked()];
    const [theirs, late] = [await asked({}, OTHER), await asked({}, OTHER)];
    const order: string[] = [];
    for (let job = await jobs.claim(NOW); job; job = await jobs.claim(NOW)) order.push(job.incidentId);
    expect(order).to.deep.equal([mine[0], theirs, mine[1], late, mine[2]]);
  });

  it("are refused where as many wait as may", async () => {
    const one = await open();
    await database.write(async (transaction) => {
      const row = "'acme', 'Anna', 0, 0, 0, 'PENDING', 0, 0";
      const columns = "incident_id, organization_id, asked_by, automatic, asked_at, place, status, attempts, free_at";
      const numbers = `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${ASKED_MAX})`;
      await transaction.query(
        `${numbers} insert into diagnosis_job (${columns}) select cast(n as text), ${row} from n`,
      );
    });
    const refused = await jobs.ask(ANNA, one, NOW).catch((error: unknown) => error);
    expect(refused).to.include({ code: "too_many_running" });
    expect((await incidents.get(ACME, one)).diagnosis).to.equal(null);
    await jobs.ask(OTHER, await open({}, OTHER), NOW);
  });

  it("don't move when a closed incident was closed, and leave its status", async () => {
    const id = await open({ status: "CLOSED", resolvedAt: NOW });
    await jobs.ask(ANNA, id, NOW + 5);
    const job = await claimed(NOW + 5);
    await jobs.end(job, { analysis: analysisOf() }, NOW + 9);
    const after = await incidents.get(ACME, id);
    expect(after).to.include({ status: "CLOSED", updatedAt: NOW, diagnosisStatus: "COMPLETED" });
  });

  it("are forgotten a while after their end, and those that wait never", async () => {
    const ended = await asked();
    await jobs.end(await claimed(), { analysis: analysisOf() }, NOW);
    const waiting = await asked();
    expect(await jobs.tidy(NOW + JOB_KEPT_MS)).to.equal(0);
    expect(await jobs.tidy(NOW + JOB_KEPT_MS + 1)).to.equal(1);
    expect(await incidents.get(ACME, ended)).to.include({ diagnosisStatus: "COMPLETED" });
    expect((await claimed()).incidentId).to.equal(waiting);
  });

  it("of another organization's incident aren't to be had", async () => {
    const id = await open();
    const refused = await jobs.ask(OTHER, id, NOW).catch((error: unknown) => error);
    expect(refused).to.include({ code: "incident_not_found" });
    expect(await jobs.claim(NOW)).to.equal(undefined);
  });

  describe("where incidents are diagnosed by themselves", () => {
    const storm = (count: number) =>
      createCommitBatchStore(database, { autoDiagnose: true }).commit(
        round({ candidates: Array.from({ length: count }, (_, each) => candidate({ deduplicationKey: `${each}` })) }),
        openIncidents,
        NOW,
      );

    it("are made with the incidents that open, so many at most, and wait for what people asked for", async () => {
      await storm(AUTOMATIC_MAX + 5);
      const wanted = await asked();
      const order: string[] = [];
      for (let job = await jobs.claim(NOW); job; job = await jobs.claim(NOW)) order.push(job.incidentId);
      expect(order).to.have.length(AUTOMATIC_MAX + 1);
      expect(order[0]).to.equal(wanted);
      const page = await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 200 });
      const waiting = page.incidents.filter(({ diagnosisStatus }) => diagnosisStatus === "PENDING");
      expect(waiting).to.have.length(5);
    });

    it("go to the front when somebody asks for one of them", async () => {
      await storm(3);
      const page = await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 1 });
      const id = page.incidents[0]?.id ?? "";
      await jobs.ask(ANNA, id, NOW);
      const job = await claimed();
      expect(job).to.include({ incidentId: id, askedBy: "Anna" });
    });

    it("are made for what people open too, and not for what is merged or where the setting is off", async () => {
      const opens = createIncidentStore(database, { now: () => NOW }, { autoDiagnose: true });
      const parent = opened(await opens.create(ACME, incident(), [])).id;
      await opens.create(ACME, incident({ parentIncidentId: parent }), []);
      await open();
      expect((await claimed()).incidentId).to.equal(parent);
      expect(await jobs.claim(NOW)).to.equal(undefined);
      expect(
        (await incidents.timeline(ACME, parent)).find(({ type }) => type === "diagnosis_started")?.detail,
      ).to.equal("Because the incident opened.");
    });
  });
});
