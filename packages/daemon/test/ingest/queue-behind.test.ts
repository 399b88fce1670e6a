import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { acknowledgeGaps, announceRestore } from "../../src/store/queue/queue-sequence.ts";

import { type Fresh, onEachEngine } from "../store/engines.ts";
import { core, drained, ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { runCommand, runDaemon } from "../support/process.ts";
import { mintToken } from "../support/tokens.ts";

const ORGANIZATIONS = ["default", "shop", "bank"] as const;
const QUEUE_FILES = ["queue.db", "queue.db-wal", "queue.db-shm"] as const;

const settingsOf = ({ target }: Fresh): Record<string, string> =>
  target.kind === "postgres" ? { TOCSIN_DATABASE_URL: target.url } : {};

/** Sends so many events of each organization, one a batch, and waits until all are processed. */
async function send(daemon: TestDaemon, eventsOfEach: number): Promise<void> {
  for (const organization of ORGANIZATIONS) {
    const token = mintToken({ organizationId: organization });
    const ids: string[] = [];
    for (let index = 0; index < eventsOfEach; index += 1) {
      const event = { service: "shop", level: "info", message: `event ${index}` };
      const answer = await ingest(daemon, "/events/logs", event, { organization });
      expect(answer.status, answer.text).to.equal(202);
      ids.push(answer.json<{ id: string }>().id);
    }
    for (const id of ids) await stored(daemon, id, token);
  }
}

/** Puts an earlier copy of the queue back, as a restore of files that were copied one after the other does. */
function putBack(copy: string, dataDir: string): void {
  for (const name of QUEUE_FILES) rmSync(join(dataDir, name), { force: true });
  copyFileSync(copy, join(dataDir, "queue.db"));
}

const readinessOf = async (daemon: TestDaemon): Promise<{ status: number; warnings: readonly string[] }> => {
  const answer = await core(daemon, "/health/ready");
  return { status: answer.status, warnings: answer.json<{ warnings?: string[] }>().warnings ?? [] };
};

const behindOf = async (daemon: TestDaemon): Promise<number> =>
  Number(/^tocsin_queue_behind (\d+)/m.exec((await core(daemon, "/metrics")).text)?.[1]);

onEachEngine("a daemon whose queue lies behind its database", (fresh) => {
  let copies = "";
  let database: Fresh;
  let daemon: TestDaemon | undefined;
  beforeEach(async () => {
    copies = mkdtempSync(join(tmpdir(), "tocsin-test-copies-"));
    database = await fresh();
  });
  afterEach(async () => {
    await daemon?.stop();
    await database.drop();
    rmSync(copies, { recursive: true, force: true });
  });

  /** A daemon on a queue that was copied before most of what the database has consumed. */
  async function startBehind(meanwhile: (queue: string) => void = () => undefined): Promise<TestDaemon> {
    const copy = join(copies, "queue.db");
    const settings = settingsOf(database);
    daemon = await startTestDaemon(settings);
    await send(daemon, 2);
    const { dataDir } = daemon;
    const source = new Sqlite(join(dataDir, "queue.db"), { readonly: true });
    await source.backup(copy);
    source.close();
    await send(daemon, 8);
    daemon = await daemon.restart(settings, () => {
      putBack(copy, dataDir);
      meanwhile(join(dataDir, "queue.db"));
    });
    return daemon;
  }

  it("processes each event that it accepts after the restore, for each organization", async () => {
    const restored = await startBehind();
    await send(restored, 4);
    await drained(restored);
  });

  it("logs the figures, warns in readiness and shows a metric until an operator acknowledges it", async () => {
    const restored = await startBehind();
    const line = restored.log.find(({ message }) => message.includes("queue lies behind the database"));
    expect(line?.level).to.equal("error");
    expect(line?.fields).to.include({ sequence: 6, consumed: 30, missing: 24 });
    expect(await behindOf(restored)).to.equal(24);
    const { status, warnings } = await readinessOf(restored);
    expect(status).to.equal(200);
    expect(warnings.join()).to.match(/24 batches.+tocsind check --acknowledge/);

    daemon = await restored.restart();
    expect((await readinessOf(daemon)).warnings, "a restart is no acknowledgement").to.have.length(1);
    expect(acknowledgeGaps(join(daemon.dataDir, "queue.db"), Date.now())).to.equal(1);

    expect((await readinessOf(daemon)).warnings).to.deep.equal([]);
    expect(await behindOf(daemon)).to.equal(0);
  });

  it("takes a queue that a restore announced without a warning", async () => {
    const restored = await startBehind((queue) => announceRestore(queue, Date.now()));
    await send(restored, 2);
    expect((await readinessOf(restored)).warnings).to.deep.equal([]);
  });

  it("is warned of in a backup, and still lies behind after its restore", async function () {
    if (database.target.kind === "postgres") this.skip();
    const backup = join(copies, "backup");
    const restored = await startBehind((queue) => {
      const { code, stdout } = runDaemon(dirname(queue), {}, { args: ["backup", backup] });
      expect(code, stdout).to.equal(0);
      expect(stdout).to.match(/Warning: the queue lies 24 batches behind/);
    });
    await restored.stop();
    const target = join(copies, "target");
    expect((await runCommand(target, {}, ["restore", backup])).code).to.equal(0);
    daemon = await startTestDaemon({}, target);
    expect(await behindOf(daemon)).to.equal(24);
  });

  it("is not told of a queue that is where it was left", async () => {
    daemon = await startTestDaemon(settingsOf(database));
    await send(daemon, 2);
    daemon = await daemon.restart();
    expect((await readinessOf(daemon)).warnings).to.deep.equal([]);
    expect(await behindOf(daemon)).to.equal(0);
  });
});
