import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { policy } from "./board-daemon.ts";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { tocsin } from "./run.ts";
import { hasTmux, openScreen, type Screen } from "./tmux.ts";

/** Twenty minutes of orders, and then nothing but failures. */
function outage(): string {
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
  const log = (level: string, message: string, secondsAgo: number) =>
    JSON.stringify({ service: "checkout", level, message, timestamp: at(secondsAgo) });
  return [
    ...Array.from({ length: 60 }, (_, n) => log("info", `order ${n} placed`, 1_200 - n * 15)),
    ...Array.from({ length: 200 }, (_, n) => log("error", `payment ${n} failed: connection refused`, 200 - n * 0.9)),
  ].join("\n");
}

(hasTmux ? describe : describe.skip)("an incident on the board in a terminal", function () {
  this.timeout(180_000);
  const folder = mkdtempSync(path.join(tmpdir(), "tocsin-board-"));
  let daemon: RealDaemon;
  let env: Record<string, string>;
  let screen: Screen | undefined;

  before(async () => {
    const file = path.join(folder, "policy.yaml");
    writeFileSync(file, policy);
    daemon = await startRealDaemon({ TOCSIN_POLICY_FILE: file, TOCSIN_REMEDIATION_MODE: "simulate" });
    env = { TOCSIN_URL: daemon.core, TOCSIN_INGEST_URL: daemon.ingest, TOCSIN_TOKEN: daemon.token("default") };
  });
  afterEach(() => {
    screen?.close();
    screen = undefined;
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("handles an incident by keys from opening over diagnosis and approval to resolution", async () => {
    screen = openScreen([], env);
    const { keys, type, until } = screen;
    await until("The section unacknowledged is empty.");
    expect(await tocsin(["ingest"], { env, input: outage() })).to.have.property("code", 0);
    await until((text) => text.includes("[2 unacknowledged 1]") && text.includes("Error burst in checkout"));

    keys("d");
    const diagnosis = await until("Suggested fixes");
    expect(diagnosis).to.contain("[evidence]").and.contain("restart-service");

    keys("f");
    await until("Request a fix");
    keys("Enter");
    expect(await until("Confirm with y and Enter [N]:"))
      .to.contain("restart-service")
      .and.contain("by-hand says manual");
    type("y");
    keys("Enter");
    await until((text) => text.includes("is PENDING_APPROVAL") && text.includes("4 pending approvals 1"));

    keys("4", "y");
    const question = await until("The policy's verdict is now: manual.");
    expect(question)
      .to.contain("Approve simulated restart-service of checkout")
      .and.match(/mode +simulate/)
      .and.match(/target +\S+/)
      .and.match(/blast radius/);
    // The default is No.
    keys("Enter");
    await until("Cancelled.");
    keys("y");
    await until("The policy's verdict is now: manual.");
    type("y");
    keys("Enter");
    await until("There are no pending approvals.");

    keys("5");
    await until("[5 all 1]");
    keys("Enter", "p");
    await until("> SIMULATED: simulated restart-service of checkout");
    keys("r");
    await until("Move this incident to RESOLVED?");
    type("y");
    keys("Enter");
    await until((text) => text.includes("→ RESOLVED; press u to undo."));
    keys("q");
    await until("left with 0");
    const resolved = await tocsin(["incidents", "--json"], { env });
    expect(JSON.parse(resolved.stdout)[0]).to.have.property("status", "RESOLVED");
  });
});
