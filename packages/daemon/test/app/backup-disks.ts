import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ingest, startTestDaemon, stored, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runCommand } from "../support/process.ts";

/** The stores and helpers of the tests about tocsind backup and tocsind restore on file systems as they are. */
export function backupDisks() {
  let daemon: TestDaemon;
  let folder = "";
  let backup = "";
  before(async () => {
    folder = temporaryFolder();
    backup = join(folder, "backup");
    daemon = await startTestDaemon();
    const answer = await ingest(daemon, "/events/logs", { service: "shop", level: "info", message: "kept" });
    await stored(daemon, answer.json<{ id: string }>().id);
    const outcome = await runCommand(daemon.dataDir, {}, ["backup", backup]);
    expect(outcome.code, outcome.stderr).to.equal(0);
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectRefusal = ({ code, stderr }: Outcome, reason: RegExp): void => {
    expect(stderr).to.match(reason);
    expect(code).to.equal(2);
  };

  return {
    expectRefusal,
    get folder() {
      return folder;
    },
    get daemon() {
      return daemon;
    },
    get backup() {
      return backup;
    },
  };
}
