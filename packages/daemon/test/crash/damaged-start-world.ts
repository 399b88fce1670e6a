import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { startLoad } from "../support/load.ts";
import { startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { waitFor } from "../support/wait.ts";

/** The stores and helpers of the tests about a daemon that was killed and whose files were damaged meanwhile. */
export function damagedStartWorld() {
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Answers the messages of events that were acknowledged. */
  async function killUnderLoad(): Promise<ReadonlySet<string>> {
    const daemon = await startDaemonProcess(dataDir);
    const load = startLoad(2);
    load.target(daemon.ingest);
    await waitFor(() => load.acknowledged.size > 800, { within: 30_000, what: "events" });
    const waiting = async (): Promise<number> =>
      Number(/^tocsin_queue_depth (\d+)/m.exec((await request(`${daemon.core}/metrics`)).text)?.[1]);
    const isConsumed = async (): Promise<boolean> => {
      const accepted = load.acknowledged.size;
      return (await waiting()) < accepted;
    };
    await waitFor(isConsumed, { within: 20_000, what: "some of them to be consumed" });
    await daemon.end("SIGKILL");
    await load.stop();
    return load.acknowledged;
  }

  const damage = (name: string, at: number, bytes: number): void => {
    const path = join(dataDir, name);
    const content = readFileSync(path);
    content.fill(0xa5, at, at + bytes);
    writeFileSync(path, content);
  };

  async function startAndStop(): Promise<void> {
    const daemon = await startDaemonProcess(dataDir);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  }

  const OPENED: Readonly<Record<string, string>> = {
    "tocsin.db": "migrations",
    "events.db": "fact",
    "queue.db": "batch",
  };

  return {
    killUnderLoad,
    damage,
    startAndStop,
    OPENED,
    get dataDir() {
      return dataDir;
    },
  };
}
