import { expect } from "chai";
import { ANNA, diagnosisJobWorld } from "./diagnosis-job-world.ts";
import { analysisOf } from "./diagnosis-sample.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("The diagnosis jobs", (fresh) => {
  const world = diagnosisJobWorld(fresh);

  it("take an incident from PENDING over RUNNING to its end, and tell the stream and the timeline", async () => {
    const id = await world.asked();
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "PENDING", status: "OPEN" });
    const job = await world.claimed();
    expect(job).to.include({ organizationId: "acme", incidentId: id, askedBy: "Anna", attempts: 1 });
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "RUNNING", status: "INVESTIGATING" });
    expect(await world.jobs.tell(job, "analysing", "Read 3 events.", NOW)).to.equal(true);
    const analysis = analysisOf({ rootCause: "The pool is too small." });
    expect(await world.jobs.end(job, { analysis }, NOW)).to.equal(true);
    const done = await world.incidents.get(ACME, id);
    expect(done).to.deep.include({ diagnosisStatus: "COMPLETED", diagnosis: analysis.diagnosis });
    expect(await world.types(id)).to.deep.equal(["diagnosis_started", "status_changed", "diagnosis_completed"]);
    const [started, moved, completed] = (await world.incidents.timeline(ACME, id)).slice(-3);
    expect(started).to.include({ actor: "system", detail: "Asked for by Anna." });
    expect(moved?.metadata).to.include({ from: "OPEN", to: "INVESTIGATING", reason: "diagnosis_started" });
    expect(completed?.metadata).to.include({ eventKind: "diagnosis", diagnosisStatus: "COMPLETED", confidence: 0.7 });
    expect(await world.reported()).to.deep.include({
      incidentId: id,
      diagnosisStatus: "RUNNING",
      stage: "analysing",
      message: "Read 3 events.",
      at: "2026-11-21T12:00:00.000Z",
    });
    expect(await world.stages()).to.deep.equal(["queued", "gathering", "analysing", "finished"]);
    expect(await world.jobs.claim(NOW)).to.equal(undefined);
  });

  it("hold no diagnosis while a new one waits and runs, nor after it failed", async () => {
    const id = await world.asked();
    await world.jobs.end(await world.claimed(), { analysis: analysisOf({}, false) }, NOW);
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "INCONCLUSIVE" });
    await world.jobs.ask(ANNA, id, NOW);
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "PENDING", diagnosis: null });
    const job = await world.claimed();
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "RUNNING", diagnosis: null });
    await world.jobs.end(job, { failure: "It took too long." }, NOW);
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "FAILED", diagnosis: null });
    expect((await world.incidents.timeline(ACME, id)).at(-1)).to.include({
      type: "diagnosis_failed",
      detail: "It took too long.",
    });
  });

  it("become one where fifty ask at once, waiting or running", async () => {
    const id = await world.open();
    await Promise.all(Array.from({ length: 50 }, () => world.jobs.ask(ANNA, id, NOW)));
    const job = await world.claimed();
    await Promise.all(Array.from({ length: 50 }, () => world.jobs.ask(ANNA, id, NOW)));
    expect(await world.jobs.claim(NOW)).to.equal(undefined);
    await world.jobs.end(job, { analysis: analysisOf() }, NOW);
    expect(await world.types(id)).to.deep.equal(["diagnosis_started", "status_changed", "diagnosis_completed"]);
    expect((await world.stages()).filter((stage) => stage === "queued")).to.have.length(1);
  });
});
