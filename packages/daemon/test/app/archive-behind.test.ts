import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { runCommand } from "../support/process.ts";

describe("a daemon whose archive lost a file", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon();
    await send();
  });
  afterEach(() => daemon.stop());

  async function send(): Promise<void> {
    const answer = await ingest(daemon, "/events/logs", { service: "shop", level: "info", message: "kept" });
    await stored(daemon, answer.json<{ id: string }>().id);
  }
  const behindOf = async (): Promise<number> =>
    Number(/^tocsin_archive_behind (\d+)/m.exec((await core(daemon, "/metrics")).text)?.[1]);
  const warnings = async (): Promise<readonly string[]> => {
    const answer = await core(daemon, "/health/ready");
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<{ warnings?: string[] }>().warnings ?? [];
  };
  const losing = (): void => rmSync(join(daemon.dataDir, "events"), { recursive: true });
  const command = (...args: string[]) => runCommand(daemon.dataDir, {}, args);

  it("logs each file, warns, shows a metric and fails the check until an operator acknowledges it", async () => {
    const [name] = readdirSync(join(daemon.dataDir, "events"));
    daemon = await daemon.restart({}, losing);
    const line = daemon.log.find(({ message }) => message.includes("file of the archive is missing"));
    expect(line?.level).to.equal("error");
    expect(line?.fields).to.deep.equal({ file: join(daemon.dataDir, "events", name as string), known: 1, found: null });
    expect(await behindOf()).to.equal(1);
    expect((await warnings()).join())
      .to.include(`events/${name}`)
      .and.include("tocsind check --acknowledge");
    await send();

    daemon = await daemon.restart();
    expect(await behindOf(), "a restart is no acknowledgement").to.equal(1);
    const checked = await command("check");
    expect(checked.code, checked.stdout).to.equal(1);
    expect(checked.stdout).to.include(`events/${name}: MISSING`);
    expect((await command("check", "--acknowledge")).stdout).to.equal("Acknowledged 1 gaps.\n");
    expect(await behindOf()).to.equal(0);
    expect(await warnings()).to.deep.equal([]);
    expect((await command("check")).code).to.equal(0);
  });

  it("is told of by the check before a start, and by nobody after it was acknowledged", async () => {
    losing();
    expect((await command("check")).code).to.equal(1);
    expect((await command("check", "--acknowledge")).code).to.equal(0);
    expect((await command("check")).code).to.equal(0);
    daemon = await daemon.restart();
    expect(await behindOf()).to.equal(0);
    expect(daemon.log.filter(({ level }) => level === "error")).to.deep.equal([]);
  });

  it("is not told of after a restart, a backup and its restore", async () => {
    daemon = await daemon.restart();
    await send();
    const backup = `${daemon.dataDir}-backup`;
    try {
      expect((await command("backup", backup)).code).to.equal(0);
      await send();
      await daemon.stop();
      expect((await command("restore", backup)).code).to.equal(0);
      daemon = await startTestDaemon({}, daemon.dataDir);
      expect(await behindOf()).to.equal(0);
      expect(await warnings()).to.deep.equal([]);
      expect((await command("check")).code).to.equal(0);
    } finally {
      rmSync(backup, { recursive: true, force: true });
    }
  });
});
