import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { startLoad } from "../support/load.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { postgresUrl } from "../support/services.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const SENDERS = 4;
const CUTTING_MS = 8_000;

const { url: server, reason } = await postgresUrl();
const pending = server === undefined ? reason : hasRabbit() ? "" : "the package rabbitmq-server is not installed";

describe(`two workers whose sessions in PostgreSQL are ended in a tight loop${pending && ` (pending: ${pending})`}`, function () {
  this.timeout(240_000);
  const folders = ["accepting", "one", "other"].map(() => temporaryFolder());
  let rabbit: Rabbit | undefined;
  let database: OwnDatabase | undefined;
  before(async function () {
    if (pending) this.skip();
    rabbit = await openRabbit();
    await rabbit.start();
    database = await createOwnDatabase(server as string);
  });
  after(async () => {
    await database?.drop();
    rabbit?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it("stay alive, lose and double nothing, and put no event with the dead letters", async () => {
    const own = database as OwnDatabase;
    const settings = {
      TOCSIN_DATABASE_URL: own.url,
      TOCSIN_AMQP_URL: (rabbit as Rabbit).url,
      TOCSIN_SECRET_KEY: SECRET_KEY,
    };
    const start = (index: number, roles: string): Promise<DaemonProcess> =>
      startDaemonProcess(folders[index] as string, { ...settings, TOCSIN_ROLES: roles });
    const accepting = await start(0, "ingest,core");
    const workers = [await start(1, "worker"), await start(2, "worker")];
    const processes = [accepting, ...workers];
    const ended = Promise.race(processes.map((each) => each.exited.then((code) => ({ code, output: each.output() }))));
    let dead: { code: number | null; output: string } | undefined;
    void ended.then((result) => {
      dead = result;
    });

    const load = startLoad(SENDERS);
    load.aim(accepting.ingest);
    await waitFor(() => load.acknowledged.size > 200, { within: 20_000, what: "events before" });
    let cut = 0;
    for (const until = performance.now() + CUTTING_MS; performance.now() < until; ) cut += await own.cutSessions();
    load.aim(undefined);
    await load.stop();
    expect(dead?.output.slice(-3_000), "a process ended").to.equal(undefined);
    expect(cut, "sessions that were ended").to.be.above(200);

    const result = (): Promise<{ missing: number; doubled: number }> =>
      storedCounts(accepting).then((counts) => compare(load.acknowledged, counts));
    await waitFor(async () => (await result()).missing === 0, { within: 90_000, what: "every event to be stored" });
    expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
    expect((await core(accepting, "/events/dead-letters")).json()).to.deep.equal([]);
    for (const { output } of processes) expect(output()).to.not.contain("looking for the event at fault");
    for (const each of processes) expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
  });
});
