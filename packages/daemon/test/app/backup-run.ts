import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ingest, startTestDaemon, stored, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runCommand } from "../support/process.ts";

interface Manifest {
  readonly database: string;
  readonly schema: string;
  readonly queue: { readonly sequence: number; readonly consumed: number };
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** The stores and helpers of the tests about tocsind backup and tocsind restore. */
export function backupRun() {
  let daemon: TestDaemon;
  let folder = "";
  let backup = "";
  let eventId = "";
  before(async () => {
    folder = temporaryFolder();
    backup = join(folder, "backup");
    daemon = await startTestDaemon();
    eventId = await send(daemon);
    mkdirSync(join(daemon.dataDir, "probe-output", "ab"), { recursive: true });
    writeFileSync(join(daemon.dataDir, "probe-output", "ab", "ab12"), "output");
    const outcome = await runCommand(daemon.dataDir, {}, ["backup", backup, "--json"]);
    expect(outcome.code, outcome.stderr).to.equal(0);
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function send(to: TestDaemon): Promise<string> {
    const answer = await ingest(to, "/events/logs", { service: "shop", level: "info", message: "kept" });
    const { id } = answer.json<{ id: string }>();
    await stored(to, id);
    return id;
  }

  const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(path, "manifest.json"), "utf8"));
  const expectRefusal = ({ code, stderr }: Outcome, reason: RegExp): void => {
    expect(stderr).to.match(reason);
    expect(stderr).to.not.match(/\n\s+at /);
    expect(code).to.equal(2);
  };
  /** A copy of the backup that a test may change. */
  async function changedBackup(change: (path: string) => void): Promise<string> {
    const path = join(folder, `changed-${Math.random().toString(36).slice(2)}`);
    cpSync(backup, path, { recursive: true });
    change(path);
    return path;
  }

  return {
    manifestOf,
    send,
    expectRefusal,
    changedBackup,
    get backup() {
      return backup;
    },
    get folder() {
      return folder;
    },
    get eventId() {
      return eventId;
    },
    get daemon() {
      return daemon;
    },
  };
}
