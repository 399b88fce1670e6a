import { expect } from "chai";
import { ATTEMPTS_MAX } from "../../src/diagnose/job.ts";
import { createDiagnosisRunner, type RunDiagnosesDeps } from "../../src/diagnose/run-diagnoses.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME } from "../store/samples.ts";
import { diagnosingWorker } from "./diagnosing-worker.ts";

const never = new AbortController().signal;
const drainJobs = (deps: RunDiagnosesDeps, stop: AbortSignal): Promise<void> =>
  createDiagnosisRunner(deps, stop).drain();

onEachEngine("A worker that diagnoses", (fresh) => {
  const world = diagnosingWorker(fresh);

  it("does all that wait, counts what became of them, and says how much is in view", async () => {
    const ids = [await world.bench.ask(), await world.bench.ask()];
    expect(await world.bench.jobs.countOpen()).to.equal(2);
    const ends: string[] = [];
    await drainJobs(world.bench.deps({ ended: (status) => ends.push(status) }), never);
    expect(await world.bench.jobs.countOpen()).to.equal(0);
    expect(ends).to.deep.equal(["COMPLETED", "COMPLETED"]);
    for (const id of ids)
      expect(await world.bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
    const analysing = (await world.bench.reported()).find(({ stage }) => stage === "analysing");
    expect(analysing?.message).to.equal("In view: 12,400 events of 2 services in 2 h. Weighing what explains it.");
  });

  it("asks the model where one is configured, passes on what it says, and stores what comes of it", async () => {
    const id = await world.bench.ask();
    const consult: RunDiagnosesDeps["consult"] = async (_scope, _picture, analysis, tell) => {
      for (let said = 1; said <= 500; said++) await tell(`It has answered ${said} characters.`);
      return { ...analysis, diagnosis: { ...analysis.diagnosis, summary: "What the model says." } };
    };
    await drainJobs(world.bench.deps({ consult }), never);
    expect((await world.bench.incidents.get(ACME, id)).diagnosis?.summary).to.equal("What the model says.");
    const reported = await world.bench.reported();
    expect(reported.map(({ stage }) => stage).filter((stage, index, all) => stage !== all[index - 1])).to.deep.equal([
      "queued",
      "gathering",
      "analysing",
      "asking_model",
      "finished",
    ]);
    expect(reported.map(({ message }) => message)).to.include("It has answered 1 characters.");
    expect(reported.length, "messages are bounded").to.be.below(60);
  });

  it("tries again what breaks off, and gives up for a reason that tells nothing of the inside", async () => {
    const id = await world.bench.ask();
    for (let tries = 1; tries <= ATTEMPTS_MAX; tries++) {
      expect(await world.bench.stands(id)).to.have.length(tries === 1 ? 1 : 2);
      await drainJobs(world.bench.deps({ gather: world.broken }), never);
      world.bench.pass(MINUTE_MS);
    }
    expect(await world.bench.stands(id)).to.deep.equal(["FAILED", "diagnosis_started", "diagnosis_failed"]);
    const { detail } = (await world.bench.incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.match(/^An internal error interrupted the diagnosis 3 times\./);
    expect(JSON.stringify([await world.bench.reported(), detail])).to.not.match(/secret|select|\/srv|10\.0\.0\.7/);
  });

  it("goes on with what broke off once", async () => {
    const id = await world.bench.ask();
    await drainJobs(world.bench.deps({ gather: world.broken }), never);
    world.bench.pass(MINUTE_MS);
    await drainJobs(world.bench.deps(), never);
    expect(await world.bench.stands(id)).to.deep.equal(["COMPLETED", "diagnosis_started", "diagnosis_completed"]);
  });
});
