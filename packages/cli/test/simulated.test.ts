import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RemediationStats } from "@tocsin/sdk";
import { expect } from "chai";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { tocsin } from "./run.ts";

describe("a simulated action, from its request to its end, with a real daemon", function () {
  this.timeout(120_000);
  const home = mkdtempSync(path.join(tmpdir(), "tocsin-simulated-home-"));
  let daemon: RealDaemon;
  let env: Record<string, string>;
  let incident: string;
  let id: string;

  const run = async (...args: string[]) => {
    const done = await tocsin(args, { env });
    expect(done.code, `${args.join(" ")}: ${done.stderr}`).to.equal(0);
    return done;
  };
  const out = async (...args: string[]): Promise<string> => (await run(...args)).stdout;
  const json = async <Answer>(...args: string[]): Promise<Answer> => JSON.parse(await out(...args, "--json")) as Answer;

  before(async () => {
    daemon = await startRealDaemon();
    const token = daemon.token("acme");
    env = { XDG_CONFIG_HOME: home, TOCSIN_URL: daemon.core, TOCSIN_INGEST_URL: daemon.ingest, TOCSIN_TOKEN: token };
    const created = ["incident", "create", "Checkout answers 500", "--severity", "high", "--service", "checkout"];
    incident = (await json<{ id: string }>(...created)).id;
  });
  after(async () => {
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it("remediation request shows that it would be simulated, like --dry-run", async () => {
    const wanted = ["remediation", "request", incident, "restart-service"];
    expect(await out(...wanted, "--dry-run")).to.contain("PENDING_APPROVAL (would be simulated)");
    const stdout = await out(...wanted);
    expect(stdout).to.contain(
      "simulated restart-service of checkout in unknown: PENDING_APPROVAL (would be simulated)",
    );
    id = stdout.slice(0, 8);
  });

  it("remediation pending, list and incident show say that it would be simulated", async () => {
    for (const words of [
      ["remediation", "pending"],
      ["remediation", "list"],
      ["incident", "show", incident],
    ]) {
      expect(await out(...words), words.join(" ")).to.match(/would be simulated|simulated restart-service/);
    }
  });

  it("remediation approve --wait says SIMULATED, and never COMPLETED", async () => {
    const { stdout, stderr } = await run("remediation", "approve", id, "--yes", "--wait");
    expect(stdout).to.contain(`${id} PENDING_APPROVAL (would be simulated) → QUEUED (would be simulated)`);
    expect(stdout).to.contain("simulated restart-service of checkout in unknown: SIMULATED.");
    expect(stdout + stderr).not.to.contain("COMPLETED");
  });

  for (const words of [
    ["remediation", "history"],
    ["remediation", "list"],
    ["remediation", "list", "-o", "csv"],
    ["remediation", "show"],
    ["remediation", "audit"],
    ["remediation", "wait"],
    ["remediation", "approve", "--yes"],
    ["incident", "show"],
    ["incident", "timeline"],
    ["incident", "postmortem"],
  ]) {
    it(`${words.join(" ")} says SIMULATED, and never COMPLETED`, async () => {
      const about = ["history", "timeline", "postmortem"].includes(words[1] ?? "") || words[0] === "incident";
      const args = words[1] === "list" ? words : [...words, about ? incident : id];
      const { stdout, stderr } = await run(...args);
      expect(stdout).to.contain("SIMULATED");
      expect(stdout + stderr).not.to.contain("COMPLETED");
      expect(stdout).not.to.match(/\bcompleted\b/i);
    });
  }

  it("remediation stats counts it apart, and shows no success", async () => {
    const text = await out("remediation", "stats");
    expect(text).to.match(/^completed +0$/m);
    expect(text).to.match(/^SIMULATED +1: nothing was changed/m);
    expect(text).to.match(/^success +no action was executed$/m);
    expect(await json<RemediationStats>("remediation", "stats")).to.deep.include({ completed: 1, simulated: 1 });
  });

  it("leaves the incident OPEN, with nobody assigned", async () => {
    expect(await json("incident", "show", incident)).to.include({ status: "OPEN", assigneeId: null });
  });

  it("doctor and remediation policy show the mode", async () => {
    expect(await out("doctor")).to.contain("actions are SIMULATED");
    expect(await out("remediation", "policy")).to.contain("simulate: actions are SIMULATED");
  });

  it("--json keeps the status of the API, with the mode", async () => {
    expect(await json("remediation", "show", id)).to.include({ status: "COMPLETED", mode: "simulate" });
  });
});
