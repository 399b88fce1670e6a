import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { core, drained, ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { runCommand } from "../support/process.ts";

describe("a daemon whose database lies behind its queue", function () {
  this.timeout(60_000);
  let copies = "";
  let daemon: TestDaemon;
  beforeEach(async () => {
    copies = mkdtempSync(join(tmpdir(), "tocsin-test-copies-"));
    daemon = await startTestDaemon();
  });
  afterEach(async () => {
    await daemon.stop();
    rmSync(copies, { recursive: true, force: true });
  });

  async function send(events: number): Promise<void> {
    for (let n = 0; n < events; n += 1) {
      const answer = await ingest(daemon, "/events/logs", { service: "shop", level: "info", message: `event ${n}` });
      await stored(daemon, answer.json<{ id: string }>().id);
    }
  }
  /** Answers how the daemon stands after an older copy of its database was put back. */
  async function putBackOlder(): Promise<void> {
    await send(1);
    const source = new Sqlite(join(daemon.dataDir, "tocsin.db"), { readonly: true });
    await source.backup(join(copies, "tocsin.db"));
    source.close();
    await send(4);
    // The start removes what is consumed.
    daemon = await daemon.restart();
    daemon = await daemon.restart({}, () => {
      for (const end of ["", "-wal", "-shm"]) rmSync(join(daemon.dataDir, `tocsin.db${end}`), { force: true });
      cpSync(join(copies, "tocsin.db"), join(daemon.dataDir, "tocsin.db"));
    });
  }
  const behindOf = async (): Promise<number> =>
    Number(/^tocsin_database_behind (\d+)/m.exec((await core(daemon, "/metrics")).text)?.[1]);
  const warnings = async (): Promise<readonly string[]> => {
    const answer = await core(daemon, "/health/ready");
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<{ warnings?: string[] }>().warnings ?? [];
  };

  it("logs the figures, warns, shows a metric and fails the check until an operator acknowledges it", async () => {
    await putBackOlder();
    const line = daemon.log.find(({ message }) => message.includes("The database lies behind the queue"));
    expect(line?.level).to.equal("error");
    expect(line?.fields).to.include({ consumed: 1, sequence: 5, missing: 4 });
    expect(await behindOf()).to.equal(4);
    expect((await warnings()).join()).to.match(/4 batches behind the queue.+tocsind check --acknowledge/);
    await send(2);
    await drained(daemon);

    daemon = await daemon.restart();
    expect(await behindOf(), "a restart is no acknowledgement").to.equal(4);
    const checked = await runCommand(daemon.dataDir, {}, ["check"]);
    expect(checked.code, checked.stdout).to.equal(1);
    expect(checked.stdout).to.match(/The database lies 4 batches behind the queue/);
    const { code, stdout } = await runCommand(daemon.dataDir, {}, ["check", "--acknowledge"]);
    expect(code, stdout).to.equal(0);
    expect(await behindOf()).to.equal(0);
    expect(await warnings()).to.deep.equal([]);
    expect((await runCommand(daemon.dataDir, {}, ["check"])).code).to.equal(0);
  });
});
