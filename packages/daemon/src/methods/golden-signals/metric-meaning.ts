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
  "disk",
] as const;
export type GoldenSignal = (typeof goldenSignals)[number];

export interface MetricMeaning {
  readonly signal: GoldenSignal;
  /** Converts a value to seconds, to a share of one, a share of memory to percent, or a rate to one a minute. */
  readonly factor: number;
  /** A share whose unit is unknown: values above 1 are percent. */
  readonly isGuessed: boolean;
  /** The quantile of a latency; 0.5 for a mean. */
  readonly quantile: number;
  /** A number of things per time, of which each value stands for the time since the one before. */
  readonly isRate?: true;
  /** A resource in percent of its whole. */
  readonly isPercent?: true;
  /** The resource that is left, not what is used. */
  readonly isLeft?: true;
}

type Words = ReadonlySet<string>;

type Labels = Readonly<Record<string, string>> | undefined;

const anyOf = (...words: readonly string[]): ((of: Iterable<string>) => boolean) => {
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
  ...[
    "queue",
    "queued",
    "backlog",
    "lag",
    "behind",
    "pending",
    "waiting",
    "unacked",
    "unacknowledged",
    "depth",
    "visible",
  ],
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
const isDisk = anyOf("disk", "df", "filesystem", "fs", "volume", "partition", "storage", "inodes", "inode");
/** The work of a disk, and how much of its time it works. */
const isDiskWork = anyOf(
  ...["io", "iops", "ops", "operations", "read", "reads", "write", "writes", "written", "time", "busy", "await"],
  ...["merged", "throughput", "requests", "sectors", "queue"],
);
const isUtilization = anyOf("util", "utilization", "utilisation");
/** The utilization of these is how full they are, that of a disk how busy it is. */
const isFileSystem = anyOf("filesystem", "fs", "volume", "partition", "storage", "df");
const isSpace = (words: Words): boolean =>
  isDisk(words) && !isDiskWork(words) && (!isUtilization(words) || isFileSystem(words));
const isSaturation = anyOf(
  ...["connections", "pool", "threads", "inflight", "active", "busy", "concurrency", "goroutines", "sockets", "cpu"],
  ...["descriptors", "fds", "throttled", "usage"],
);
const isFreed = anyOf("free", "available", "avail", "idle", "unused", "cached", "buffers", "committed");

/** `By`, `MiBy`, `bytes`, `kB`. */
const BYTES = /^(?:[kmgt]i?)?b(?:y|ytes?)?$/;

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

const percentOf = (unit: string, words: Words): Scale => {
  const { factor, ...share } = shareOf(unit, words);
  return { ...share, factor: 100 * factor, isPercent: true };
};

const COUNT: Scale = { factor: 1, isGuessed: false, quantile: MEDIAN };

/** `rps`, `requests_per_second`, Dropwizard's `m1_rate`; the unit `{request}/s`. */
const isRateName = anyOf("rps", "qps", "tps", "ps", "persec");
const isOverMinutes = anyOf("m1", "m5", "m15");
const isPerSecond = (unit: string, words: Words): boolean =>
  /\/s(?:ec(?:ond)?)?$/.test(unit) ||
  isRateName(words) ||
  (words.has("rate") && isOverMinutes(words)) ||
  (words.has("per") && (words.has("second") || words.has("sec") || words.has("s")));
const PER_SECOND: Scale = { factor: 60, isGuessed: false, quantile: MEDIAN, isRate: true };
const countOf = (unit: string, words: Words): Scale => (isPerSecond(unit, words) ? PER_SECOND : COUNT);

const QUANTILE = /^p(\d{2})(\d?)$/;

/** `p99` and `p999` are in the name, `quantile="0.99"` in a label. */
function quantileOf(words: Words): number {
  for (const word of words) {
    const [, two = "", third = ""] = QUANTILE.exec(word) ?? [];
    if (two !== "") return Number(`0.${two}${third}`);
  }
  return MEDIAN;
}

export function labelledQuantile(labels: Labels): number | undefined {
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
    if (isOfWhole && !isPerSecond(unit, words)) return { signal: "error share", ...shareOf(unit, words) };
    return { signal: "errors", ...countOf(unit, words) };
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
    if (isOfWhole) return { signal: "memory", ...percentOf(unit, words) };
    return BYTES.test(unit) || words.has("bytes") || unit === "" ? { signal: "memory", ...COUNT } : null;
  }
  if (isSpace(words) && (isOfWhole || BYTES.test(unit) || words.has("bytes"))) {
    const used = { signal: "disk", ...(isOfWhole ? percentOf(unit, words) : COUNT) } as const;
    return isFreed(words) ? { ...used, isLeft: true } : used;
  }
  if (isAvailability(words) && !isCount && !isFreed(words)) return { signal: "availability", ...shareOf(unit, words) };
  if (isTraffic(words) || (isCount && isLatency(words))) {
    const isConcurrent = words.has("active") || words.has("inflight") || (words.has("in") && words.has("flight"));
    return isConcurrent ? { signal: "saturation", ...COUNT } : { signal: "traffic", ...countOf(unit, words) };
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
function countsFailures(labels: Labels): boolean {
  for (const label in labels)
    if (OUTCOME_LABELS.has(label.toLowerCase()) && FAILED.test((labels[label] as string).trim())) return true;
  return false;
}

/** `state="free"`, `system.memory.state="cached"`, `type_instance="idle"`. */
const STATE_LABEL = /(?:^|[._])(?:state|mode|type|instance)$/;

function countsFree(labels: Labels): boolean {
  for (const label in labels)
    if (STATE_LABEL.test(label.toLowerCase()) && isFreed([(labels[label] as string).trim().toLowerCase()])) return true;
  return false;
}

const FAILURES: MetricMeaning = { signal: "errors", ...COUNT };
const resources: ReadonlySet<GoldenSignal> = new Set(["memory", "saturation", "disk"]);

/** A part of a resource, which may grow for days without being a counter. */
export const isResource = (signal: GoldenSignal): boolean => resources.has(signal);

/** The meaning of one series, whose labels may say that it counts failures, or what is left of a resource. */
export function meaningWith(labels: Labels, meaning: MetricMeaning): MetricMeaning | null {
  if (meaning.signal === "traffic") return countsFailures(labels) ? FAILURES : meaning;
  if (!isResource(meaning.signal) || !countsFree(labels)) return meaning;
  return meaning.signal === "disk" ? { ...meaning, isLeft: true } : null;
}
