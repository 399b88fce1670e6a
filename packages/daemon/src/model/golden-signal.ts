import { wordsIn } from "../kernel/search-terms.ts";

/**
 * The golden signal of a metric by the words of its name (Beyer et al., Site Reliability Engineering, chapter 6). Resource
 * saturation is a service's own; errors and latency may come from services that it calls; traffic comes from its callers.
 */
export type GoldenSignal = "resource" | "errors" | "latency" | "traffic" | "other";

/** The first match decides: `db_pool_wait_seconds` is about the pool, `error_latency` about errors. */
const wordsOf: readonly (readonly [GoldenSignal, ReadonlySet<string>])[] = [
  [
    "resource",
    new Set(
      (
        "cpu memory mem heap rss oom disk fs filesystem io iops inode inodes swap thread threads goroutine goroutines " +
        "gc pool pools connection connections conns conn fd fds descriptor descriptors saturation " +
        "throttled throttling node load1 load5 load15 cores lag backlog depth queue"
      ).split(" "),
    ),
  ],
  [
    "errors",
    new Set(
      (
        "error errors err fail failed failure failures fault faults 5xx 500 503 exception exceptions timeout timeouts " +
        "panic panics reject rejected rejects dropped restart restarts ready replicas uptime availability success " +
        "exhausted unavailable"
      ).split(" "),
    ),
  ],
  [
    "latency",
    new Set(
      "latency latencies lat duration durations elapsed mrt rtt delay p50 p75 p90 p95 p99 p999 wait slow".split(" "),
    ),
  ],
  [
    "traffic",
    new Set(
      (
        "cancelled canceled request requests rps qps ops tps throughput workload hits calls count invocations " +
        "receive received transmit " +
        "transmitted sent bytes packets messages load traffic network"
      ).split(" "),
    ),
  ],
];

/** These words alone identify no signal. */
const spansOfTime = /\b(?:response|request|processing|execution|query|handling|service) times?\b|\btime taken\b/;

/** Lower values of these are worse. */
const goodWords = new Set([
  "availability",
  "success",
  "ready",
  "replicas",
  "uptime",
  "hit",
  "free",
  "available",
  "idle",
]);

const NAME_LENGTH_MAX = 200;

/** Splits `http_errors.5xx`, `PodClientLatencyP90(s)` and `container-memory` into words. */
export function nameWords(name: string): string[] {
  return wordsIn(name.slice(0, NAME_LENGTH_MAX).replace(/([a-z])([A-Z])/g, "$1 $2"));
}

export function goldenSignalOf(name: string): GoldenSignal {
  const words = nameWords(name);
  const isSpan = spansOfTime.test(words.join(" "));
  for (const [nature, known] of wordsOf) {
    if (words.some((word) => known.has(word)) || (nature === "latency" && isSpan)) return nature;
  }
  return "other";
}

/** True where lower values are worse. */
export const isHigherBetter = (name: string): boolean => nameWords(name).some((word) => goodWords.has(word));

const wearNatures: ReadonlySet<GoldenSignal> = new Set(["resource", "errors", "latency"]);

/** True for saturation, errors and latency. */
export const isLowerBetter = (name: string): boolean => wearNatures.has(goldenSignalOf(name)) && !isHigherBetter(name);
