import { expect } from "chai";
import type { DiagnosisJobStore } from "../../src/diagnose/job.ts";
import { createDiagnosisRunner, type RunDiagnosesDeps } from "../../src/diagnose/run-diagnoses.ts";
import { DIAGNOSIS_LEASE_MS } from "../../src/model/lease-limits.ts";
import { analysisOf } from "../store/diagnosis-sample.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, NOW } from "../store/samples.ts";
import { diagnosingWorker, pictureOf } from "./diagnosing-worker.ts";

const never = new AbortController().signal;
const drainJobs = (deps: RunDiagnosesDeps, stop: AbortSignal): Promise<void> =>
  createDiagnosisRunner(deps, stop).drain();

onEachEngine("A worker whose diagnosis is interrupted", (fresh) => {
  const world = diagnosingWorker(fresh);

  it("ends what takes too long, also where that heeds no signal", async () => {
    const id = await world.bench.ask();
    await drainJobs(world.bench.deps({ gather: () => new Promise(() => undefined), timeMsMax: 50 }), never);
    expect(await world.bench.stands(id)).to.deep.equal(["FAILED", "diagnosis_started", "diagnosis_failed"]);
    const { detail } = (await world.bench.incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.match(/^The diagnosis took longer than 0.05 seconds/);
  });

  it("that is stopped gives back what it is at, and the next one does it as if nothing had been", async () => {
    const id = await world.bench.ask();
    const stop = new AbortController();
    const stopped: RunDiagnosesDeps["gather"] = async () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await drainJobs(world.bench.deps({ gather: stopped }), stop.signal);
    expect(await world.bench.stands(id)).to.deep.equal(["RUNNING", "diagnosis_started"]);
    await drainJobs(world.bench.deps(), never);
    expect(await world.bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    expect((await world.bench.reported()).some(({ message }) => message.includes("This is try"))).to.equal(false);
  });

  it("that lost its job to another writes nothing, and heeds it", async () => {
    const id = await world.bench.ask();
    let other: Promise<void> | undefined;
    const slow: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      world.bench.pass(DIAGNOSIS_LEASE_MS + 1);
      other = drainJobs(world.bench.deps({ analyse: () => analysisOf({ summary: "by the other" }) }), never);
      await other;
      return pictureOf(about);
    };
    await drainJobs(world.bench.deps({ gather: slow }), never);
    await other;
    expect(await world.bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    expect((await world.bench.incidents.get(ACME, id)).diagnosis?.summary).to.equal("by the other");
  });

  it("keeps a job that it got late, having waited for the organization's turn", async () => {
    const id = await world.bench.ask();
    let renewed: Promise<boolean> | undefined;
    const jobs: DiagnosisJobStore = {
      ...world.bench.jobs,
      async claim(now) {
        const job = await world.bench.jobs.claim(now);
        world.bench.pass(DIAGNOSIS_LEASE_MS + 1);
        return job;
      },
      async renew(...args) {
        renewed = world.bench.jobs.renew(...args);
        return renewed;
      },
    };
    const slow: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      await renewed;
      await drainJobs(world.bench.deps({ analyse: () => analysisOf({ summary: "by the other" }) }), never);
      return pictureOf(about);
    };
    await drainJobs(world.bench.deps({ jobs, gather: slow }), never);
    expect((await world.bench.incidents.get(ACME, id)).diagnosis?.summary).to.not.equal("by the other");
  });

  it("diagnoses an incident that was resolved or merged meanwhile, and leaves its status", async () => {
    const id = await world.bench.ask();
    const meanwhile: RunDiagnosesDeps["gather"] = async (_scope, about) => {
      const fields = { status: "RESOLVED", resolvedAt: NOW } as const;
      await world.bench.incidents.change(ACME, id, () => ({ fields, timeline: [], announce: false }));
      return pictureOf(about);
    };
    await drainJobs(world.bench.deps({ gather: meanwhile }), never);
    expect(await world.bench.incidents.get(ACME, id)).to.include({ status: "RESOLVED", diagnosisStatus: "COMPLETED" });
  });
});
