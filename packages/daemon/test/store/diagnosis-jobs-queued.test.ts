import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { ASKED_MAX, AUTOMATIC_MAX, JOB_KEPT_MS } from "../../src/diagnose/job.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { ANNA, diagnosisJobWorld } from "./diagnosis-job-world.ts";
import { analysisOf } from "./diagnosis-sample.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, candidate, incident, NOW, OTHER, opened, round } from "./samples.ts";

onEachEngine("The queue of diagnosis jobs", (fresh) => {
  const world = diagnosisJobWorld(fresh);

  it("are refused where as many wait as may", async () => {
    const one = await world.open();
    await world.database.write(async (transaction) => {
      const row = "'acme', 'Anna', 0, 0, 0, 'PENDING', 0, 0";
      const columns = "incident_id, organization_id, asked_by, automatic, asked_at, place, status, attempts, free_at";
      const numbers = `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${ASKED_MAX})`;
      await transaction.query(
        `${numbers} insert into diagnosis_job (${columns}) select cast(n as text), ${row} from n`,
      );
    });
    const refused = await world.jobs.ask(ANNA, one, NOW).catch((error: unknown) => error);
    expect(refused).to.include({ code: "too_many_running" });
    expect((await world.incidents.get(ACME, one)).diagnosis).to.equal(null);
    await world.jobs.ask(OTHER, await world.open({}, OTHER), NOW);
  });

  it("don't move when a closed incident was closed, and leave its status", async () => {
    const id = await world.open({ status: "CLOSED", resolvedAt: NOW });
    await world.jobs.ask(ANNA, id, NOW + 5);
    const job = await world.claimed(NOW + 5);
    await world.jobs.end(job, { analysis: analysisOf() }, NOW + 9);
    const after = await world.incidents.get(ACME, id);
    expect(after).to.include({ status: "CLOSED", updatedAt: NOW, diagnosisStatus: "COMPLETED" });
  });

  it("are forgotten a while after their end, and those that wait never", async () => {
    const ended = await world.asked();
    await world.jobs.end(await world.claimed(), { analysis: analysisOf() }, NOW);
    const waiting = await world.asked();
    expect(await world.jobs.tidy(NOW + JOB_KEPT_MS)).to.equal(0);
    expect(await world.jobs.tidy(NOW + JOB_KEPT_MS + 1)).to.equal(1);
    expect(await world.incidents.get(ACME, ended)).to.include({ diagnosisStatus: "COMPLETED" });
    expect((await world.claimed()).incidentId).to.equal(waiting);
  });

  it("of another organization's incident aren't to be had", async () => {
    const id = await world.open();
    const refused = await world.jobs.ask(OTHER, id, NOW).catch((error: unknown) => error);
    expect(refused).to.include({ code: "incident_not_found" });
    expect(await world.jobs.claim(NOW)).to.equal(undefined);
  });

  describe("where incidents are diagnosed by themselves", () => {
    const storm = (count: number) =>
      createCommitBatchStore(world.database, { autoDiagnose: true }).commit(
        round({ candidates: Array.from({ length: count }, (_, each) => candidate({ deduplicationKey: `${each}` })) }),
        openIncidents,
        NOW,
      );

    it("are made with the incidents that open, so many at most, and wait for what people asked for", async () => {
      await storm(AUTOMATIC_MAX + 5);
      const wanted = await world.asked();
      const order: string[] = [];
      for (let job = await world.jobs.claim(NOW); job; job = await world.jobs.claim(NOW)) order.push(job.incidentId);
      expect(order).to.have.length(AUTOMATIC_MAX + 1);
      expect(order[0]).to.equal(wanted);
      const page = await world.incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 200 });
      const waiting = page.incidents.filter(({ diagnosisStatus }) => diagnosisStatus === "PENDING");
      expect(waiting).to.have.length(5);
    });

    it("go to the front when somebody asks for one of them", async () => {
      await storm(3);
      const page = await world.incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 1 });
      const id = page.incidents[0]?.id ?? "";
      await world.jobs.ask(ANNA, id, NOW);
      const job = await world.claimed();
      expect(job).to.include({ incidentId: id, askedBy: "Anna" });
    });

    it("are made for what people open too, and not for what is merged or where the setting is off", async () => {
      const opens = createIncidentStore(world.database, { now: () => NOW }, { autoDiagnose: true });
      const parent = opened(await opens.create(ACME, incident(), [])).id;
      await opens.create(ACME, incident({ parentIncidentId: parent }), []);
      await world.open();
      expect((await world.claimed()).incidentId).to.equal(parent);
      expect(await world.jobs.claim(NOW)).to.equal(undefined);
      expect(
        (await world.incidents.timeline(ACME, parent)).find(({ type }) => type === "diagnosis_started")?.detail,
      ).to.equal("Because the incident opened.");
    });
  });
});
