import { fileURLToPath } from "node:url";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { log, NOW } from "../store/samples.ts";

/** A process that fills an archive as fast as it can, cuts segments and drops old ones, until it is killed. */
export const BATCH_RECORDS = 200;

/** The records of one batch: most are of now, some are late by days. Each has its own id, always the same. */
export const numberedBatch = (batch: number): ReturnType<typeof log>[] =>
  Array.from({ length: BATCH_RECORDS }, (_, n) => {
    const number = batch * BATCH_RECORDS + n;
    const late = n % 20 === 0 ? ((number % 3) + 1) * DAY_MS : 0;
    const id = `019aa000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
    return log({ id, timestamp: NOW + number - late, message: `number ${number}` });
  });

/** Two days before the last: their segments are dropped while others are written. */
export const KEPT_FROM = Math.floor(NOW / DAY_MS - 2) * DAY_MS;

async function write(path: string, first: number): Promise<void> {
  const archive = openSqliteArchive(path, { clock: { now: () => NOW }, segmentBytes: 1 });
  for (let batch = first; ; batch++) {
    await archive.add(numberedBatch(batch));
    process.stdout.write(`${batch}\n`);
    if (batch % 5 === 4) await archive.removeBefore(KEPT_FROM, 1000);
    // What was written to the pipe leaves in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path = "", first = "0"] = process.argv.slice(2);
  void write(path, Number(first));
}
