import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { policy } from "./board-daemon.ts";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { hasTmux, openScreen, type Screen } from "./tmux.ts";

(hasTmux ? describe : describe.skip)(`the board in a terminal${hasTmux ? "" : " (tmux is missing)"}`, function () {
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

  it("follows the size of the terminal", async () => {
    screen = openScreen(["board", "--section", "all"], env);
    const { keys, until, resize } = screen;
    await until("● live");
    resize(40, 20);
    await until((text) => text.split("\n").every((line) => line.length <= 40) && text.includes("[5 all"));
    keys("?");
    await until("any key closes");
    resize(250, 50);
    await until("undo the last status change");
  });

  for (const [name, end, code] of [
    ["Ctrl-C", ({ keys }: Screen) => keys("C-c"), 130],
    ["SIGTERM", ({ kill }: Screen) => kill("SIGTERM"), 143],
  ] as const)
    it(`restores the terminal after ${name}`, async () => {
      screen = openScreen([], env);
      await screen.until("● live");
      end(screen);
      const left = await screen.until(`left with ${code}`);
      expect(left).not.to.contain("● live");
      screen.type("echo as before");
      screen.keys("Enter");
      await screen.until("\nas before");
    });

  it("restores the terminal after an unexpected failure, and prints it without a stack", async () => {
    const failing = 'process.on("SIGUSR2", () => { throw new Error("Something broke."); })';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failing)}`;
    screen = openScreen([], { ...env, NODE_OPTIONS });
    await screen.until("● live");
    screen.kill("SIGUSR2");
    const left = await screen.until("left with 1");
    expect(left).to.contain("Error: Something broke.").and.not.contain("● live").and.not.contain("    at ");
    screen.type("echo as before");
    screen.keys("Enter");
    await screen.until("\nas before");
  });

  it("shows the age of its data when the daemon is gone", async () => {
    const other = await startRealDaemon();
    screen = openScreen([], { ...env, TOCSIN_URL: other.core, TOCSIN_TOKEN: other.token("default") });
    await screen.until("● live");
    await other.stop();
    await screen.until((text) => /STALE \d+ s, retrying in \d+ s/.test(text));
  });

  it("changes nothing with --readonly, and shows that it is read-only", async () => {
    screen = openScreen(["board", "--section", "all", "--readonly"], env);
    const { keys, until } = screen;
    await until((text) => text.includes("● live  READ-ONLY"));
    keys("r");
    await until("The board is read-only");
  });
});
