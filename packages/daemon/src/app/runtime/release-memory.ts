import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MIB } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

/** V8 drops the bytecode of a function that is not called during this number of collections; the default is 6. */
const OLD_AFTER = "--bytecode-old-age=";

/** As a share of the thread's time; the polls of an idle worker take 4 %. */
const IDLE_UTILIZATION_MAX = 0.1;
const GROWN_BYTES_MIN = 3 * MIB;

/**
 * Releases the memory of the start: compiling and parsing leave more garbage than hours of idling, and V8 would keep its
 * pages. Bytecode of functions that ran once is dropped too, and compiled again on demand.
 */
export function releaseMemory(): void {
  setFlagsFromString(`${OLD_AFTER}1`);
  collect();
  setFlagsFromString(`${OLD_AFTER}6`);
}

/**
 * Releases the memory of a busy time once the thread has been idle for a minute. V8 collects only when the heap grows, and
 * an idle thread's heap grows slowly, by up to 20 MiB. A collection takes about 1.3 ms for each MiB in use. Returns a
 * function that ends this.
 */
export function releaseMemoryWhenIdle(): () => void {
  let used = performance.eventLoopUtilization();
  let releasedBytes = getHeapStatistics().total_physical_size;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, used);
    used = now;
    if (utilization > IDLE_UTILIZATION_MAX) return;
    if (getHeapStatistics().total_physical_size < releasedBytes + GROWN_BYTES_MIN) return;
    collect();
    releasedBytes = getHeapStatistics().total_physical_size;
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

type Collect = (options: object) => void;
let exposed: Collect | undefined;

function collect(): void {
  exposed ??= expose();
  exposed({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** The flag stays set: it belongs to the process, and another thread may be about to use it. */
function expose(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
