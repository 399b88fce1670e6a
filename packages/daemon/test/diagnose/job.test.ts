import { expect } from "chai";
import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { ATTEMPTS_MAX, type DiagnosisJobStore } from "../../src/diagnose/job.ts";
import { createDiagnosisJobStore } from "../../src/diagnose/record-diagnoses.ts";
import { createDiagnosisRunner, type RunDiagnosesDeps } from "../../src/diagnose/run-diagnoses.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { DIAGNOSIS_LEASE_MS } from "../../src/model/lease-limits.ts";
import { createDiagnosisJobs } from "../../src/store/diagnosis/diagnosis-jobs.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { analysisOf } from "../store/diagnosis-sample.ts";
import { type Fresh, onEachEngine, onPostgres } from "../store/engines.ts";
import { ACME, incident, NOW, opened } from "../store/samples.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const drainJobs = (deps: RunDiagnosesDeps, stop: AbortSignal): Promise<void> =>
  createDiagnosisRunner(deps, stop).drain();

const pictureOf = (about: Incident): Picture => ({
  incident: about,
  grid: { start: NOW - 2 * HOUR_MS, step: MINUTE_MS, count: 120 },
  noticedAt: NOW,
  services: [
    { name: "checkout", distance: 0, inCatalog: true },
    { name: "db", distance: 1, inCatalog: false },
  ],
  calls: [],
  patterns: [],
  metrics: [],
  hops: [],
  volumes: [
    {
      service: "checkout",
      events: Float64Array.of(12_000, 400),
      logs: Float64Array.of(0, 0),
      errors: Float64Array.of(0, 0),
    },
  ],
  changes: [],
  similar: [],
  probes: [],
  runbooks: [],
  omitted: [],
});

interface Bench {
  readonly jobs: DiagnosisJobStore;
  readonly incidents: IncidentStore;
  readonly database: Database;
  readonly deps: (given?: Partial<RunDiagnosesDeps>) => RunDiagnosesDeps;
  readonly ask: () => Promise<string>;
  readonly told: () => Promise<{ stage: string; message: string }[]>;
  /** Where the incident stands, and what the timeline says of its diagnosis. */
  readonly stands: (id: string) => Promise<readonly [string, ...string[]]>;
  readonly pass: (ms: number) => void;
}

async function benchOn(store: Fresh): Promise<Bench> {
  const database = await store.openDatabase();
  const jobs = createDiagnosisJobStore(createDiagnosisJobs(database, createUnits(database)), createUnits(database));
  let now = NOW;
  const clock = { now: () => now };
  const incidents = createIncidentStore(database, clock);
  return {
    jobs,
    incidents,
    database,
    deps: (given = {}) => ({
      jobs,
      incidents,
      gather: async (_scope, about) => pictureOf(about),
      analyse: () => analysisOf(),
      consult: undefined,
      clock,
      logger: silent,
      ended: () => undefined,
      timeMsMax: 60_000,
      concurrency: 1,
      ...given,
    }),
    async ask() {
      const { id } = opened(await incidents.create(ACME, incident(), []));
      await jobs.ask(ACME, id, now);
      return id;
    },
    told: async () =>
      (await createStreamStore(database).after(ACME, 0, 500))
        .filter(({ event }) => event === "diagnosis")
        .map(({ data }) => JSON.parse(data) as { stage: string; message: string }),
    async stands(id) {
      const types = (await incidents.timeline(ACME, id)).map(({ type }) => type);
      const { diagnosisStatus } = await incidents.get(ACME, id);
      return [diagnosisStatus, ...types.filter((type) => type.startsWith("diagnosis_"))];
    },
    pass(ms) {
      now += ms;
    },
  };
}

onEachEngine("A worker that diagnoses", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = await benchOn(store);
  });
  afterEach(() => store.drop());
  const broken = async (): Promise<never> => {
    throw new Error("select secret from /srv/tocsin.db at 10.0.0.7");
  };

  it("does all that wait, counts what became of them, and says how much is in view", async () => {
    const ids = [await bench.ask(), await bench.ask()];
    expect(await bench.jobs.countOpen()).to.equal(2);
    const ends: string[] = [];
    await drainJobs(bench.deps({ ended: (status) => ends.push(status) }), never);
    expect(await bench.jobs.countOpen()).to.equal(0);
    expect(ends).to.deep.equal(["COMPLETED", "COMPLETED"]);
    for (const id of ids)
      expect(await bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    const analysing = (await bench.told()).find(({ stage }) => stage === "analysing");
    expect(analysing?.message).to.equal("In view: 12,400 events of 2 services in 2 h. Weighing what explains it.");
  });

  it("asks the model where one is configured, passes on what it says, and stores what comes of it", async () => {
    const id = await bench.ask();
    const consult: RunDiagnosesDeps["consult"] = async (_scope, _picture, analysis, tell) => {
      for (let said = 1; said <= 500; said++) await tell(`It has answered ${said} characters.`);
      return { ...analysis, diagnosis: { ...analysis.diagnosis, summary: "What the model says." } };
    };
    await drainJobs(bench.deps({ consult }), never);
    expect((await bench.incidents.get(ACME, id)).diagnosis?.summary).to.equal("What the model says.");
    const told = await bench.told();
    expect(told.map(({ stage }) => stage).filter((stage, index, all) => stage !== all[index - 1])).to.deep.equal([
      "queued",
      "gathering",
      "analysing",
      "asking_model",
      "finished",
    ]);
    expect(told.map(({ message }) => message)).to.include("It has answered 1 characters.");
    expect(told.length, "messages are bounded").to.be.below(60);
  });

  it("tries again what breaks off, and gives up for a reason that tells nothing of the inside", async () => {
    const id = await bench.ask();
    for (let tries = 1; tries <= ATTEMPTS_MAX; tries++) {
      expect(await bench.stands(id)).to.have.length(tries === 1 ? 1 : 2);
      await drainJobs(bench.deps({ gather: broken }), never);
      bench.pass(MINUTE_MS);
    }
    expect(await bench.stands(id)).to.deep.equal(["FAILED", "diagnosis_started", "diagnosis_failed"]);
    const { detail } = (await bench.incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.match(/^An internal error interrupted the diagnosis 3 times\./);
    expect(JSON.stringify([await bench.told(), detail])).to.not.match(/secret|select|\/srv|10\.0\.0\.7/);
  });

  it("goes on with what broke off once", async () => {
    const id = await bench.ask();
    await drainJobs(bench.deps({ gather: broken }), never);
    bench.pass(MINUTE_MS);
    await drainJobs(bench.deps(), never);
    expect(await bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
  });

  it("ends what takes too long, also where that heeds no signal", async () => {
    const id = await bench.ask();
    await drainJobs(bench.deps({ gather: () => new Promise(() => undefined), timeMsMax: 50 }), never);
    expect(await bench.stands(id)).to.deep.equal(["FAILED", "diagnosis_started", "diagnosis_failed"]);
    const { detail } = (await bench.incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.match(/^The diagnosis took longer than 0.05 seconds/);
  });

  it("that is stopped gives back what it is at, and the next one does it as if nothing had been", async () => {
    const id = await bench.ask();
    const stop = new AbortController();
    const stopped: RunDiagnosesDeps["gather"] = async () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await drainJobs(bench.deps({ gather: stopped }), stop.signal);
    expect(await bench.stands(id)).to.deep.equal(["RUNNING", "diagnosis_started"]);
    await drainJobs(bench.deps(), never);
    expect(await bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    expect((await bench.told()).some(({ message }) => message.includes("This is try"))).to.equal(false);
  });

  it("that lost its job to another writes nothing, and heeds it", async () => {
    const id = await bench.ask();
    let other: Promise<void> | undefined;
    const slow: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      bench.pass(DIAGNOSIS_LEASE_MS + 1);
      other = drainJobs(bench.deps({ analyse: () => analysisOf({ summary: "by the other" }) }), never);
      await other;
      return pictureOf(about);
    };
    await drainJobs(bench.deps({ gather: slow }), never);
    await other;
    expect(await bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    expect((await bench.incidents.get(ACME, id)).diagnosis?.summary).to.equal("by the other");
  });

  it("keeps a job that it got late, having waited for the organization's turn", async () => {
    const id = await bench.ask();
    let renewed: Promise<boolean> | undefined;
    const jobs: DiagnosisJobStore = {
      ...bench.jobs,
      async claim(now) {
        const job = await bench.jobs.claim(now);
        bench.pass(DIAGNOSIS_LEASE_MS + 1);
        return job;
      },
      async renew(...args) {
        renewed = bench.jobs.renew(...args);
        return renewed;
      },
    };
    const slow: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      await renewed;
      await drainJobs(bench.deps({ analyse: () => analysisOf({ summary: "by the other" }) }), never);
      return pictureOf(about);
    };
    await drainJobs(bench.deps({ jobs, gather: slow }), never);
    expect((await bench.incidents.get(ACME, id)).diagnosis?.summary).to.not.equal("by the other");
  });

  it("diagnoses an incident that was resolved or merged meanwhile, and leaves its status", async () => {
    const id = await bench.ask();
    const meanwhile: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      const fields = { status: "RESOLVED", resolvedAt: NOW } as const;
      await bench.incidents.change(ACME, id, () => ({ fields, timeline: [], announce: false }));
      return pictureOf(about);
    };
    await drainJobs(bench.deps({ gather: meanwhile }), never);
    expect(await bench.incidents.get(ACME, id)).to.include({ status: "RESOLVED", diagnosisStatus: "COMPLETED" });
  });
});

onPostgres("Several workers on one PostgreSQL", (fresh) => {
  it("never work on one diagnosis at once, and do them all", async () => {
    const store = await fresh();
    try {
      const benches = [await benchOn(store), await benchOn(store), await benchOn(store)];
      const ids: string[] = [];
      for (let count = 0; count < 12; count++) ids.push(await (benches[0] as Bench).ask());
      const begun: string[] = [];
      const gather: RunDiagnosesDeps["gather"] = async (_scope, about) => {
        begun.push(about.id);
        return pictureOf(about);
      };
      await Promise.all(benches.map((bench) => drainJobs(bench.deps({ gather }), never)));
      expect(begun.toSorted()).to.deep.equal(ids.toSorted());
      for (const id of ids)
        expect(await (benches[0] as Bench).stands(id)).to.deep.equal([
          "COMPLETED",
          "diagnosis_started",
          "diagnosis_completed",
        ]);
    } finally {
      await store.drop();
    }
  });
});
