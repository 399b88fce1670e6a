import { expect } from "chai";
import { ATTEMPTS_MAX } from "../../src/diagnose/job.ts";
import { DIAGNOSIS_LEASE_MS } from "../../src/model/lease-limits.ts";
import { withUnits } from "../support/with-units.ts";
import { ANNA, diagnosisJobWorld, storeOf } from "./diagnosis-job-world.ts";
import { analysisOf } from "./diagnosis-sample.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The claim of diagnosis jobs", (fresh) => {
  const world = diagnosisJobWorld(fresh);

  it("are each had by one of many that claim at once", async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 8; count++) ids.add(await world.asked());
    // On SQLite there is one worker.
    const other =
      world.database.kind === "sqlite" ? world.jobs : storeOf(...withUnits(await world.store.openDatabase()));
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? world.jobs : other).claim(NOW)),
    );
    const had = all.flatMap((job) => job?.incidentId ?? []);
    expect(new Set(had)).to.have.length(had.length);
    for (let job = await world.jobs.claim(NOW); job; job = await world.jobs.claim(NOW)) had.push(job.incidentId);
    expect(new Set(had)).to.deep.equal(ids);
    expect(had).to.have.length(ids.size);
  });

  it("go to another worker once the lease has run out, which says nothing twice", async () => {
    const id = await world.asked();
    const first = await world.claimed();
    expect(await world.jobs.renew(first, NOW + 1000)).to.equal(true);
    expect(await world.jobs.claim(NOW + DIAGNOSIS_LEASE_MS)).to.equal(undefined);
    const second = await world.claimed(NOW + DIAGNOSIS_LEASE_MS + 1000);
    expect(second).to.include({ incidentId: id, attempts: 2 });
    expect(await world.types(id)).to.deep.equal(["diagnosis_started", "status_changed"]);
    expect((await world.reported()).at(-1)?.["message"]).to.contain("This is try 2 of 3.");
  });

  it("let a worker that lost one write nothing", async () => {
    const id = await world.asked();
    const lost = await world.claimed();
    const own = await world.claimed(NOW + DIAGNOSIS_LEASE_MS);
    const before = [await world.incidents.get(ACME, id), await world.types(id), await world.stages()];
    const late = NOW + DIAGNOSIS_LEASE_MS + 1;
    expect(await world.jobs.renew(lost, late)).to.equal(false);
    expect(await world.jobs.tell(lost, "analysing", "late", late)).to.equal(false);
    expect(await world.jobs.end(lost, { analysis: analysisOf() }, late)).to.equal(false);
    await world.jobs.release(lost, late, false);
    expect([await world.incidents.get(ACME, id), await world.types(id), await world.stages()]).to.deep.equal(before);
    expect(await world.jobs.end(own, { analysis: analysisOf() }, late)).to.equal(true);
    expect(await world.jobs.end(own, { analysis: analysisOf() }, late)).to.equal(false);
    expect(await world.jobs.renew(own, late)).to.equal(false);
  });

  it("fail for a reason that people understand when each try ended its worker", async () => {
    const id = await world.asked();
    let now = NOW;
    for (let tries = 0; tries < ATTEMPTS_MAX; tries++, now += DIAGNOSIS_LEASE_MS) await world.claimed(now);
    expect(await world.jobs.claim(now)).to.equal(undefined);
    expect(await world.incidents.get(ACME, id)).to.include({ diagnosisStatus: "FAILED" });
    const { detail } = (await world.incidents.timeline(ACME, id)).at(-1) ?? {};
    expect(detail).to.equal("The diagnosis was started 3 times, and the worker process ended during each attempt.");
    await world.jobs.ask(ANNA, id, now);
    expect((await world.claimed(now)).attempts).to.equal(1);
  });

  it("that were given back in order are begun again at once and don't count as tried; others wait a while", async () => {
    await world.asked();
    await world.jobs.release(await world.claimed(), NOW, false);
    const again = await world.claimed();
    expect(again.attempts).to.equal(1);
    await world.jobs.release(again, NOW + 5000, true);
    expect(await world.jobs.claim(NOW + 4999)).to.equal(undefined);
    expect((await world.claimed(NOW + 5000)).attempts).to.equal(2);
  });

  it("of a process that has ended are free at once where nobody else can be at them", async () => {
    await world.asked();
    await world.claimed();
    await world.jobs.reclaim();
    expect((await world.claimed()).attempts).to.equal(2);
  });

  it("are taken in turns between organizations, each one's oldest first", async () => {
    const mine = [await world.asked(), await world.asked(), await world.asked()];
    const [theirs, late] = [await world.asked({}, OTHER), await world.asked({}, OTHER)];
    const order: string[] = [];
    for (let job = await world.jobs.claim(NOW); job; job = await world.jobs.claim(NOW)) order.push(job.incidentId);
    expect(order).to.deep.equal([mine[0], theirs, mine[1], late, mine[2]]);
  });
});
