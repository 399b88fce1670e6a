// The method: docs/methods/golden-signals.md
import { PERCENT, RATIO, SECONDS } from "./metric-units.ts";

/**
 * The meaning of a metric by its name, unit and labels. These are the golden signals of Google's SRE book (2016,
 * chapter 6), with saturation divided by resource. The words are those of OpenTelemetry's semantic conventions, of
 * Prometheus' naming practices and of CloudWatch's metrics.
 */
export const goldenSignals = [
  "latency",
  "traffic",
  "errors",
  "error share",
  "availability",
  "hits",
  "queue",
  "memory",
  "saturation",
] as const;
export type GoldenSignal = (typeof goldenSignals)[number];

export interface MetricMeaning {
  readonly signal: GoldenSignal;
  /** Converts a value to seconds, or to a share of one. */
  readonly factor: number;
  /** A share whose unit is unknown: values above 1 are percent. */
  readonly isGuessed: boolean;
  /** The quantile of a latency; 0.5 for a mean. */
  readonly quantile: number;
}

type Words = ReadonlySet<string>;

const anyOf = (...words: readonly string[]): ((of: Words) => boolean) => {
  const list = new Set(words);
  return (of) => {
    for (const word of of) if (list.has(word)) return true;
    return false;
  };
};

/** Limits, settings, times of day and parts of histograms. */
const isNoSignal = anyOf(
  ...["limit", "limits", "quota", "capacity", "config", "budget", "desired", "requested", "objective", "threshold"],
  ...["uptime", "timestamp", "created", "started", "info", "version", "bucket", "min", "offset"],
);
/** A bound, unless it is the slowest request, or one to a load balancer's target. */
const isBound = anyOf("max", "maximum", "target");
const isLatency = anyOf("latency", "duration", "ttfb", "elapsed", "latencies", "durations", "responsetime", "rtt");
const isTime = anyOf("time", "seconds", "milliseconds", "ms", "took", "delay", "wait", "p50", "p90", "p95", "p99");
/** Time that nobody waits for. */
const isOwnTime = anyOf("cpu", "gc", "pause", "idle", "start", "age", "io", "up", "last", "since", "until", "expiry");
const isError = anyOf(
  ...["error", "errors", "failure", "failures", "failed", "exception", "exceptions", "5xx", "faults", "rejected"],
  ...["rejections", "timeouts", "aborted", "refused", "poisoned"],
);
const isAvailability = anyOf(
  "availability",
  "available",
  "success",
  "successes",
  "healthy",
  "reachable",
  "up",
  "health",
  "passed",
);
const isHit = anyOf("hit", "hits");
const isShare = anyOf(
  "ratio",
  "rate",
  "percent",
  "percentage",
  "pct",
  "fraction",
  "share",
  "utilization",
  "utilisation",
);
const isQueue = anyOf(
  ...["queue", "queued", "backlog", "lag", "pending", "waiting", "unacked", "unacknowledged", "depth", "visible"],
  ...["deadletter", "dlq", "oldest", "enqueued", "undelivered", "ready"],
);
const isReplica = anyOf("replication", "replica");
const isTraffic = anyOf(
  ...["request", "requests", "rps", "qps", "rpm", "tps", "throughput", "calls", "processed", "consumed", "published"],
  ...[
    "transactions",
    "queries",
    "commands",
    "invocations",
    "served",
    "handled",
    "requestcount",
    "deliveries",
    "responses",
  ],
);
const isMemory = anyOf("memory", "heap", "rss", "mem", "resident");
const isSaturation = anyOf(
  ...["connections", "pool", "threads", "inflight", "active", "busy", "concurrency", "goroutines", "sockets", "cpu"],
  ...["descriptors", "fds", "throttled", "usage"],
);
const isFreed = anyOf("free", "available", "idle", "unused", "cached", "buffers", "committed");

const BYTES = new Set(["by", "byte", "bytes", "kib", "mib", "gib", "kb", "mb", "gb"]);

/** The seconds that a value stands for, by its unit or a word of its name; undefined if neither says so. */
const secondsOf = (unit: string, words: Words): number | undefined =>
  SECONDS.get(unit) ?? [...words].map((word) => (word.length === 1 ? undefined : SECONDS.get(word))).find(Boolean);

type Scale = Omit<MetricMeaning, "signal">;

const MEDIAN = 0.5;
/** The slowest of some hundred requests. */
const SLOWEST = 0.99;

function shareOf(unit: string, words: Words): Scale {
  if (PERCENT.has(unit) || [...PERCENT].some((word) => words.has(word)))
    return { factor: 0.01, isGuessed: false, quantile: MEDIAN };
  const isRatio = RATIO.has(unit) || [...RATIO].some((word) => words.has(word));
  return { factor: 1, isGuessed: !isRatio, quantile: MEDIAN };
}

const COUNT: Scale = { factor: 1, isGuessed: false, quantile: MEDIAN };

const QUANTILE = /^p(\d{2})(\d?)$/;

/** `p99` and `p999` are in the name, `quantile="0.99"` in a label. */
function quantileOf(words: Words): number {
  for (const word of words) {
    const [, two = "", third = ""] = QUANTILE.exec(word) ?? [];
    if (two !== "") return Number(`0.${two}${third}`);
  }
  return MEDIAN;
}

export function labelledQuantile(labels: Readonly<Record<string, string>> | undefined): number | undefined {
  const quantile = Number(labels?.["quantile"]);
  return quantile > 0 && quantile < 1 ? quantile : undefined;
}

/** Null for a metric without a known meaning. `words` are those of its name, in lower case. */
export function meaningOf(givenUnit: string, words: Words): MetricMeaning | null {
  const unit = givenUnit.trim().toLowerCase();
  const last = [...words].at(-1) ?? "";
  const isSlowest = isBound(words) && (isLatency(words) || isTime(words));
  if (last === "sum" || isNoSignal(words) || (isBound(words) && !isSlowest && !isError(words))) return null;
  const isCount = last === "count" || last === "total" || last === "counter";
  const isOfWhole = !isCount && (PERCENT.has(unit) || RATIO.has(unit) || isShare(words));
  if (isError(words)) {
    if (isOfWhole) return { signal: "error share", ...shareOf(unit, words) };
    return { signal: "errors", ...COUNT };
  }
  if (isOfWhole && (isAvailability(words) || isHit(words)) && !isMemory(words))
    return { signal: isHit(words) ? "hits" : "availability", ...shareOf(unit, words) };
  const seconds = secondsOf(unit, words);
  if ((isQueue(words) || isReplica(words)) && !isOfWhole) return { signal: "queue", ...COUNT, factor: seconds ?? 1 };
  const isTimed = SECONDS.has(unit) && isTraffic(words);
  if (!isCount && !isOwnTime(words) && (isLatency(words) || isTimed || (isTime(words) && seconds !== undefined)))
    return {
      signal: "latency",
      factor: seconds ?? 1,
      isGuessed: seconds === undefined,
      quantile: words.has("max") || words.has("maximum") ? SLOWEST : quantileOf(words),
    };
  if (isMemory(words)) {
    if (isFreed(words)) return null;
    return isOfWhole || BYTES.has(unit) || words.has("bytes") || unit === "" ? { signal: "memory", ...COUNT } : null;
  }
  if (isAvailability(words) && !isCount && !isFreed(words)) return { signal: "availability", ...shareOf(unit, words) };
  if (isTraffic(words) || (isCount && isLatency(words))) {
    const isConcurrent = words.has("active") || words.has("inflight") || (words.has("in") && words.has("flight"));
    return { signal: isConcurrent ? "saturation" : "traffic", ...COUNT };
  }
  // Shares of a whole have thresholds.
  if (isSaturation(words) && !isCount && !isOfWhole && !isFreed(words)) return { signal: "saturation", ...COUNT };
  return null;
}

const OUTCOME_LABELS = new Set([
  ...[
    "status",
    "code",
    "status_code",
    "http_status",
    "http_status_code",
    "http.status_code",
    "http_response_status_code",
  ],
  ...["http.response.status_code", "outcome", "result", "error", "grpc_code", "status_class"],
]);
const FAILED = /^(?:5\d\d|5xx|error|errors|failure|failed|fail|true|server_error|internal|unavailable|exception)$/i;

/** True if the labels say that only failed requests are counted. */
export function countsFailures(labels: Readonly<Record<string, string>> | undefined): boolean {
  for (const label in labels)
    if (OUTCOME_LABELS.has(label.toLowerCase()) && FAILED.test((labels[label] as string).trim())) return true;
  return false;
}
