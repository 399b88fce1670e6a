import type { Diagnosis } from "@tocsin/sdk";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, stream } from "./fake-tocsin.ts";

const event = "0198c1ce-0000-7abc-8def-000000000001";
const diagnosis: Diagnosis = {
  rootCause: "The deployment 2.14.0 of payment exhausted its connection pool.",
  summary: "payment runs out of connections since 2.14.0; checkout waits for it.",
  impactedServices: ["payment", "checkout"],
  suggestedFixes: [
    {
      id: "fix-1",
      title: "Roll payment back",
      description: "The errors began two minutes after it.",
      actionType: "rollback-deployment",
      parameters: {},
      risk: "low",
      confidence: 0.8,
      service: "payment",
      runbookId: null,
      evidence: [event],
    },
  ],
  confidenceScore: 0.84,
  hypotheses: [
    {
      rank: 1,
      cause: "The deployment of payment\u001b[2J is at fault.",
      service: "payment",
      metric: null,
      change: "9f1c2ab",
      confidence: 0.84,
      evidence: ["errors:payment", event],
      counterEvidence: [],
    },
    {
      rank: 2,
      cause: "checkout itself broke.",
      service: "checkout",
      metric: null,
      change: null,
      confidence: 0.1,
      evidence: [],
      counterEvidence: ["errors:payment"],
    },
  ],
  changeAtFault: true,
  evidence: [
    {
      id: event,
      kind: "deployment",
      service: "payment",
      summary: "2.14.0 went to production.",
      at: "2026-11-20T08:00:00.000Z",
      ref: `/events/${event}`,
    },
    {
      id: "errors:payment",
      kind: "errors",
      service: "payment",
      summary: "errors 2 → 184 a minute.",
      at: "2026-11-20T08:02:00.000Z",
      ref: null,
    },
  ],
  onsetAt: "2026-11-20T08:02:00.000Z",
  omitted: [],
  model: null,
};

describe("incident diagnose", () => {
  const fake = fakeSession();
  const given = incident();
  const progress = (diagnosisStatus: string, message: string): string =>
    `event: diagnosis\ndata: ${JSON.stringify({ incidentId: given.id, diagnosisStatus, stage: "s", message, at: given.createdAt })}\n\n`;
  /** Answers the incident as it stands before anybody asked, and then as it is once that ended. */
  const serve = (end: object, frames: string) => {
    let asked = false;
    const read: Answer = (response, request) => json(asked ? { ...given, ...end } : given)(response, request);
    const ask: Answer = (response, request) => {
      asked = true;
      json({ queued: true })(response, request);
    };
    return fake.serve({
      "GET /incidents/stream": stream(frames),
      [`GET /incidents/${given.id}`]: read,
      [`POST /incidents/${given.id}/diagnose`]: ask,
    });
  };

  it("shows the progress, then hypotheses, fixes and numbered evidence", async () => {
    const frames = progress("RUNNING", "Read 12,400 events\u001b[31m of 4 services.") + progress("COMPLETED", "Done.");
    await serve({ diagnosisStatus: "COMPLETED", diagnosis }, frames);
    const { code, stdout, stderr } = await fake.run(`incident diagnose ${given.id}`);
    expect(code).to.equal(0);
    expect(stderr).to.equal("Read 12,400 events of 4 services.\nDone.\n");
    expect(stdout).to.contain("Diagnosis 84 % confident").and.contain(diagnosis.rootCause);
    expect(stdout).to.contain("1.  84 % The deployment of payment is at fault. [2] [1]");
    expect(stdout).to.contain("2.  10 % checkout itself broke. against it [2]");
    expect(stdout).to.contain("Roll payment back (rollback-deployment, --fix fix-1, risk low) [1]");
    expect(stdout).to.contain("[2]   ").and.contain("errors of payment: errors 2 → 184 a minute.");
    expect(stdout).to.contain(`/events/${event}`).and.not.contain("\u001b");
  });

  it("prints only the incident with --json", async () => {
    await serve({ diagnosisStatus: "COMPLETED", diagnosis }, progress("COMPLETED", "Done."));
    const { stdout, stderr } = await fake.run(`incident diagnose ${given.id} --json`);
    expect(JSON.parse(stdout).diagnosis.confidenceScore).to.equal(0.84);
    expect(stderr).to.equal("");
  });

  it("exits with 0 for an inconclusive diagnosis", async () => {
    const nothing = { ...diagnosis, rootCause: "", confidenceScore: 0.1, summary: "Nothing stood out." };
    await serve({ diagnosisStatus: "INCONCLUSIVE", diagnosis: nothing }, progress("INCONCLUSIVE", "Done."));
    const { code, stdout } = await fake.run(`incident diagnose ${given.id}`);
    expect(code).to.equal(0);
    expect(stdout).to.contain("Diagnosis inconclusive").and.contain("Nothing stood out.");
  });

  it("exits with 1 and the reason if the diagnosis fails", async () => {
    await serve({ diagnosisStatus: "FAILED" }, progress("FAILED", "The archive can't be read."));
    const { code, stderr } = await fake.run(`incident diagnose ${given.id}`);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: "The archive can't be read.\n" });
  });

  it("exits with 8 after the timeout, with a hint for later", async () => {
    await serve({}, ": hello\n\n");
    const { code, stderr } = await fake.run(`incident diagnose ${given.id} --timeout 100ms`);
    expect(code).to.equal(8);
    expect(stderr).to.contain("did not finish within 0.1 s").and.contain("incident show 019353e1");
  });
});
