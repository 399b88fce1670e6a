import { rmSync } from "node:fs";
import { expect } from "chai";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { runDaemon, startDaemonProcess } from "../support/process.ts";
import { describeOnRabbit } from "../support/rabbit.ts";
import { drained } from "../support/stored-counts.ts";
import { log } from "../support/telemetry.ts";

describeOnRabbit("A change of the number of partitions", 120_000, (rabbit) => {
  const dataDir = temporaryFolder();
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  const settings = (partitions: number, roles: string) => ({
    TOCSIN_AMQP_URL: rabbit().url,
    TOCSIN_AMQP_PARTITIONS: String(partitions),
    TOCSIN_ROLES: roles,
  });

  it("is refused while telemetry waits, to a smaller and to a larger number, and taken once it is processed", async () => {
    const accepting = await startDaemonProcess(dataDir, settings(4, "ingest,core"));
    for (let n = 0; n < 20; n += 1)
      expect((await ingest(accepting, "/events/logs", log({ service: `service-${n}` }))).status).to.equal(202);
    await accepting.end("SIGTERM");
    for (const partitions of [2, 9]) {
      const { code, stderr } = runDaemon(dataDir, settings(partitions, "ingest,core,worker"));
      expect(code, stderr).to.equal(2);
      expect(stderr).to.match(new RegExp(`TOCSIN_AMQP_PARTITIONS is ${partitions} and was 4, and \\d+ messages wait`));
    }
    const whole = await startDaemonProcess(dataDir, settings(4, "ingest,core,worker"));
    await drained(whole);
    await whole.end("SIGTERM");
    for (const partitions of [9, 2]) {
      const changed = await startDaemonProcess(dataDir, settings(partitions, "ingest,core,worker"));
      expect((await ingest(changed, "/events/logs", log({ service: "service-1" }))).status).to.equal(202);
      await drained(changed);
      await changed.end("SIGTERM");
    }
  });
});
