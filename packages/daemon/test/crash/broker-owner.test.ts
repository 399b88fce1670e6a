import { rmSync } from "node:fs";
import { expect } from "chai";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { runCommand, runDaemon, startDaemonProcess } from "../support/process.ts";
import { describeOnRabbit } from "../support/rabbit.ts";
import { drained } from "../support/stored-counts.ts";
import { log } from "../support/telemetry.ts";

describeOnRabbit("Two databases on one virtual host", 120_000, (rabbit) => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  after(() => {
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
  });

  const settings = (roles: string) => ({ TOCSIN_AMQP_URL: rabbit().url, TOCSIN_ROLES: roles });

  it("would take each other's telemetry: the second is refused until it adopts the broker", async () => {
    const accepting = await startDaemonProcess(first, settings("ingest,core"));
    for (let n = 0; n < 20; n += 1)
      expect((await ingest(accepting, "/events/logs", log({ service: `service-${n}` }))).status).to.equal(202);

    const refused = runDaemon(second, settings("ingest,core,worker"));
    expect(refused.code, refused.stderr).to.equal(2);
    expect(refused.stderr).to.match(/belongs to another database.+tocsind adopt-broker/);

    await accepting.end("SIGTERM");
    const adopted = await runCommand(second, settings("worker"), ["adopt-broker"]);
    expect(adopted.code, adopted.stderr).to.equal(0);
    expect(adopted.stdout).to.equal("This database owns the virtual host now, with 20 messages that wait there.\n");
    const worker = await startDaemonProcess(second, settings("ingest,core,worker"));
    await drained(worker);
    const reading = await runCommand(first, settings("worker"), ["adopt-broker"]);
    expect(reading.stderr).to.match(/Workers still read from this virtual host/);
    await worker.end("SIGTERM");
  });
});
