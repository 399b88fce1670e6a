import { expect } from "chai";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import type { Diagnosis } from "../../src/model/diagnosis.ts";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";

interface Answered {
  readonly id: string;
  readonly diagnosisStatus: string;
  readonly diagnosis: Diagnosis | null;
}

describe("the diagnosis of a service that fails after a deployment", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  let incident: Answered;
  let diagnosis: Diagnosis;
  before(async () => {
    daemon = await startTestDaemon();
    const now = Date.now();
    const at = (minutesAgo: number): string => toIso(now - minutesAgo * MINUTE_MS);
    const logs = Array.from({ length: 60 }, (_, minutes) => minutes + 1).flatMap((minutes) => [
      ...Array.from({ length: 5 }, (_, n) => said(at(minutes), "info", `order ${minutes}${n} paid`)),
      ...Array.from({ length: minutes <= 8 ? 20 : 0 }, (_, n) =>
        said(at(minutes), "error", `connection pool exhausted after ${minutes}${n} ms, password=hunter2`),
      ),
    ]);
    await ingest(daemon, "/events/logs/batch", logs);
    const deployment = { service: "checkout", version: "v42", environment: "production", timestamp: at(9) };
    await ingest(daemon, "/events/deployments", { ...deployment, gitHash: "4f2a91c" });
    await drained(daemon);
    const body = { title: "Orders fail", description: "", severity: "HIGH", affectedServices: ["checkout"] };
    const { id } = (await core(daemon, "/incidents", { body })).json<Answered>();
    await core(daemon, `/incidents/${id}/diagnose`, { method: "POST" });
    incident = await waitFor(
      async () => {
        const seen = (await core(daemon, `/incidents/${id}`)).json<Answered>();
        return !["PENDING", "RUNNING"].includes(seen.diagnosisStatus) && seen;
      },
      { within: 20_000, what: "the diagnosis" },
    );
    diagnosis = incident.diagnosis as Diagnosis;
  });
  after(() => daemon.stop());

  const said = (timestamp: string, level: string, message: string) => ({
    service: "checkout",
    level,
    message,
    timestamp,
  });

  it("names the service, the change behind it and when it began", () => {
    expect(incident.diagnosisStatus).to.equal("COMPLETED");
    expect(diagnosis.hypotheses[0]).to.include({ rank: 1, service: "checkout", change: "4f2a91c" });
    expect(diagnosis.changeAtFault).to.equal(true);
    expect(diagnosis.onsetAt).to.be.a("string");
  });

  it("rests every claim on evidence that is there, and each piece can be looked at", async () => {
    const known = diagnosis.evidence.map(({ id }) => id);
    const named = diagnosis.hypotheses.flatMap((each) => [...each.evidence, ...each.counterEvidence]);
    expect(named).to.not.be.empty;
    expect(known).to.include.members(named);
    const refs = diagnosis.evidence.flatMap(({ ref }) => ref ?? []);
    expect(refs).to.not.be.empty;
    for (const ref of refs) expect((await core(daemon, ref)).status, ref).to.equal(200);
  });

  it("is counted by what became of it", async () => {
    const { text } = await core(daemon, "/metrics");
    expect(text).to.match(/^tocsin_diagnoses_ended_total\{status="COMPLETED".*\} 1$/m);
    expect(text).to.match(/^tocsin_diagnoses_open(?:\{.*\})? 0$/m);
  });

  it("holds no secret of the logs", () => {
    expect(JSON.stringify(diagnosis)).to.contain("pool exhausted").and.not.contain("hunter2");
  });

  it("leads to runbooks for the actions of its fixes, and to the draft of a postmortem that tells its cause", async () => {
    const actions = diagnosis.suggestedFixes.flatMap(({ actionType }) => actionType ?? []);
    expect(actions).to.include("rollback-deployment");
    const runbook = {
      slug: "roll-back",
      title: "Roll a deployment back",
      contentMd: "# Roll back",
      actionTags: ["rollback-deployment"],
    };
    const { id } = (await core(daemon, "/runbooks", { body: runbook })).json<{ id: string }>();
    await core(daemon, `/runbooks/${id}/publish`, { method: "POST" });
    const { runbooks, sources } = (await core(daemon, `/incidents/${incident.id}/runbooks/recommended`)).json<{
      runbooks: { slug: string }[];
      sources: { actionTypes: string[] };
    }>();
    expect(sources.actionTypes).to.deep.equal([...new Set(actions)]);
    expect(runbooks.map(({ slug }) => slug)).to.deep.equal(["roll-back"]);
    const draft = await core(daemon, `/incidents/${incident.id}/postmortem`);
    expect(draft.text).to.contain("A change explains it.").and.contain("## Root cause");
  });
});
