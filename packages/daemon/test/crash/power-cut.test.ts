import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { spawnDaemon, startDaemonProcess, untilReady } from "../support/process.ts";
import { createRandom, type Random } from "../support/random.ts";
import { request } from "../support/request.ts";
import { drained } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { canTrace, countCalls, powerCuts, traced } from "../support/write-log.ts";

/** 40 shows what a release promises; a few are enough to notice a change. */
const CUTS = environmentNumber("TOCSIN_TEST_POWER_CUTS", 6);
const SEED = environmentNumber("TOCSIN_TEST_SEED", Date.now() % 1_000_000);
const SENDERS = 4;
const EVENTS_OF_SENDER = 60;

/** A call in one of CUTS equal parts of a trace, so that the start, the load and the end are each cut. */
const momentIn = (part: number, calls: number, random: Random): number =>
  random.between(Math.floor((part * calls) / CUTS) + 1, Math.floor(((part + 1) * calls) / CUTS));

const describeTraced = canTrace() ? describe : describe.skip;
const title = "A power cut that loses what was not synchronized";

describeTraced(canTrace() ? title : `${title} (pending: the package strace is not installed)`, () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = temporaryFolder();
    folders.push(made);
    return made;
  };
  after(() => {
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  const send = async (ingest: string, sender: number): Promise<void> => {
    for (let number = 0; number < EVENTS_OF_SENDER; number += 1) {
      const body = { service: "load", level: number % 20 === 0 ? "fatal" : "info", message: `${sender} ${number}` };
      const { status } = await request(`${ingest}/events/logs`, { body });
      expect(status).to.equal(202);
    }
  };

  /** A daemon from its first start on, under load; answers the file with all that it wrote. */
  async function trace(dataDir: string): Promise<string> {
    const file = join(folder(), "trace");
    const daemon = spawnDaemon(dataDir, {}, { wrapper: traced(file) });
    const { ingest } = await untilReady(daemon);
    await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(ingest, sender)));
    await daemon.end("SIGKILL");
    return file;
  }

  const storedIds = async (dataDir: string): Promise<string[]> => {
    const daemon = await startDaemonProcess(dataDir);
    await drained(daemon);
    const answer = await request(`${daemon.core}/events/search?limit=1000&service=load`, { token: mintToken() });
    await daemon.end("SIGTERM");
    return answer.json<{ id: string }[]>().map(({ id }) => id);
  };

  it(`costs nothing that was answered 202, at ${CUTS} moments (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const dataDir = folder();
    const file = await trace(dataDir);
    const calls = await countCalls(file);
    const cuts = Array.from({ length: CUTS }, (_, part) => momentIn(part, calls, random));
    let acknowledged = 0;
    for await (const cut of powerCuts(file, dataDir, { cuts, random })) {
      const restored = folder();
      cut.restore(restored);
      const ids = await storedIds(restored);
      expect(
        [...cut.acknowledged].filter((id) => !ids.includes(id)),
        "lost",
      ).to.deep.equal([]);
      expect(ids.length, "doubled").to.equal(new Set(ids).size);
      acknowledged = Math.max(acknowledged, cut.acknowledged.size);
    }
    expect(acknowledged).to.be.above(0);
    console.log(`        ${cuts.length} power cuts, up to ${acknowledged} events answered before, 0 lost, 0 doubled`);
  }).timeout(60_000 + CUTS * 20_000);
});
