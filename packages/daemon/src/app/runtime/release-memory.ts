import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MIB } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

/** V8 drops the bytecode of a function that wasn't called for so many collections. Its own default is 6. */
const OLD_AFTER = "--bytecode-old-age=";

/** A share of the thread's time; the polls of a worker without telemetry take 4 %. */
const QUIET_UTILIZATION_MAX = 0.1;
const GROWN_BYTES_MIN = 3 * MIB;

/**
 * Gives back the memory that starting took: compiling and reading the documents leaves more garbage than the process will
 * make in hours of quiet, and the runtime would keep its pages. Code that ran once goes too, and is compiled anew if it
 * is called again.
 */
export function releaseMemory(): void {
  setFlagsFromString(`${OLD_AFTER}1`);
  collect();
  setFlagsFromString(`${OLD_AFTER}6`);
}

/**
 * Gives back the thread's memory after a busy time, once it has been quiet for a minute: V8 collects when more is
 * allocated, which a quiet thread does slowly while its heap grows by 20 MiB. A collection takes about 1.3 ms for each MiB
 * that is in use. Answers what ends it.
 */
export function releaseMemoryWhenIdle(): () => void {
  let used = performance.eventLoopUtilization();
  let settledBytes = getHeapStatistics().total_physical_size;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, used);
    used = now;
    if (utilization > QUIET_UTILIZATION_MAX) return;
    if (getHeapStatistics().total_physical_size < settledBytes + GROWN_BYTES_MIN) return;
    collect();
    settledBytes = getHeapStatistics().total_physical_size;
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

type Collect = (options: object) => void;
let exposed: Collect | undefined;

function collect(): void {
  exposed ??= expose();
  exposed({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** The flag stays set: it is the process's, and another thread may be between setting and reading it. */
function expose(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
