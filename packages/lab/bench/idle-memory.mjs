// Resident memory of a daemon with all roles that nothing is sent to, and its processor time:
// node packages/lab/bench/idle-memory.mjs [--minutes 5]
import { setTimeout as rest } from "node:timers/promises";
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { startDaemon } from "./processes.mjs";

const AFTER_START_MS = 5_000;
const MINUTE_MS = 60_000;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const minutes = numberOf("minutes", values.minutes);

const daemon = await startDaemon("ingest,core,worker");
try {
  await rest(AFTER_START_MS);
  console.log(`after the start: ${daemon.memory().now} MiB`);
  for (let minute = 1; minute <= minutes; minute++) {
    const before = daemon.cpuMs();
    await rest(MINUTE_MS);
    const share = (100 * (daemon.cpuMs() - before)) / MINUTE_MS;
    console.log(`${minute} min: ${daemon.memory().now} MiB, ${share.toFixed(1)} % of a processor`);
  }
} finally {
  await daemon.stop();
}
