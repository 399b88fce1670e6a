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
  ...[
    "slo",
    "sla",
    "squares",
    "histogram",
    "bin",
    "timestamp",
    "created",
    "started",
    "version",
    "bucket",
    "min",
    "offset",
    "boot",
    "maxmemory",
  ],
);
const isUptime = anyOf("uptime");
const isCheck = anyOf("check", "checks", "healthcheck");
/** A bound, unless it is the slowest request, the longest queue, or about a load balancer's target. */
const isBound = anyOf("max", "maximum", "target");
const isExtreme = anyOf("lag", "age", "oldest", "behind", "delay");
const isLatency = anyOf(
  ...["latency", "latencies", "duration", "durations", "ttfb", "elapsed", "responsetime", "rtt", "timers", "timing"],
);
const isTime = anyOf(
  ...["time", "times", "seconds", "milliseconds", "ms", "took", "delay", "wait", "p50", "p90", "p95", "p99"],
);
/** Time that nobody waits for. */
const isOwnTime = anyOf(
  ...[
    "cpu",
    "gc",
    "pause",
    "idle",
    "start",
    "age",
    "io",
    "up",
    "last",
    "since",
    "until",
    "expiry",
    "billable",
    "timeout",
  ],
);
const isError = anyOf(
  ...["error", "errors", "errs", "fail", "fails", "failure", "failures", "failed", "exception", "exceptions", "5xx"],
  ...[
    "faults",
    "err",
    "drops",
    "reject",
    "rejects",
    "rejected",
    "rejections",
    "timeouts",
    "timedout",
    "timed",
    "aborted",
    "refused",
  ],
  ...["poisoned", "dropped", "discarded", "unavailables", "deadlocks", "spillover"],
);
/** `HTTPCode_ELB_504_Count`, not a bucket of 500 ms. */
const isServerStatus = anyOf("500", "502", "503", "504");
const isStatus = anyOf("status", "code", "httpcode", "responses", "elb");
/** Settings, where they aren't counted. */
const isCountedError = anyOf("timeout", "throttles", "throttled");
const isAvailability = anyOf(
  ...["availability", "available", "success", "successes", "healthy", "reachable", "up", "health", "passed", "alive"],
);
/** Things that are counted: fewer of them may be ready, but their number is no share. */
const isCrowd = anyOf(
  ...["replicas", "number", "nodes", "node", "workers", "hosts", "host", "members", "servers", "instances", "pods"],
  ...["connections", "keep", "endpoints", "brokers", "targets"],
);
const isHit = anyOf("hit", "hits", "hitratio", "hitrate");
const isShare = anyOf(
  ...["ratio", "rate", "percent", "percentage", "pct", "fraction", "share"],
  ...["utilization", "utilisation", "utilizations", "hitratio", "hitrate"],
);
const isQueue = anyOf(
  ...["queue", "queued", "backlog", "lag", "maxlag", "replicationlag", "behind", "pending", "waiting", "unacked"],
  ...[
    "unacknowledged",
    "depth",
    "visible",
    "deadletter",
    "deadlettered",
    "dlq",
    "oldest",
    "iterator",
    "enqueued",
    "undelivered",
  ],
);
const isReady = anyOf("ready");
const isReplica = anyOf("replication", "replica");
const isOperation = anyOf(
  ...["request", "requests", "response", "responses", "query", "queries", "command", "commands", "transaction"],
  ...["execution", "executions", "upstream", "roundtrip", "rq", "req"],
);
const isTraffic = anyOf(
  ...["request", "requests", "rps", "qps", "rpm", "tps", "throughput", "calls", "processed", "consumed", "published"],
  ...["transactions", "queries", "commands", "invocations", "served", "handled", "requestcount", "deliveries"],
  ...["responses", "rq", "req", "ops", "opcounters", "commits", "executions", "cmds", "2xx"],
);
/** Counted, or per time. */
const isCountedTraffic = anyOf("query", "command", "commit", "execution", "response", "cmd", "listener", "invocation");
const isItem = anyOf(
  ...["messages", "message", "records", "record", "emails", "events", "event", "notifications"],
  ...["jobs", "job", "tasks", "task", "msgs", "spans", "lines", "samples"],
);
const isFlow = anyOf(
  ...["sent", "send", "received", "incoming", "in", "deleted", "delivered", "deliver", "publish", "produced", "acked"],
  ...["completed", "finished", "executed", "dispatched"],
);
const isMemory = anyOf("memory", "heap", "rss", "mem", "ram", "resident", "alloc");
const isDisk = anyOf("disk", "drive", "df", "filesystem", "fs", "volume", "partition", "storage", "inodes", "inode");
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
/** Words that need no unit with a disk. */
const isFilled = anyOf("used", "use", "free", "avail", "available", "inodes", "inode", "files");
const isSaturation = anyOf(
  ...["connections", "pool", "threads", "inflight", "active", "busy", "concurrency", "goroutines", "sockets", "cpu"],
  ...["descriptors", "fds", "fd", "throttled", "usage", "concurrent", "clients", "backends"],
);
/** Where the last word is a count of them, they are in use now. */
const isInUse = anyOf("connection", "connections", "thread", "threads", "session", "sessions", "goroutine", "socket");
const isFreed = anyOf("free", "available", "avail", "idle", "unused", "cached", "buffers", "committed", "freeable");
/** Memory that is requested of the orchestrator; failed and moved allocations. */
const isNoUse = anyOf("requests", "failcnt", "promoted");
const isAtOnce = anyOf("active", "inflight", "progress", "concurrent");
/** Settings of pools and CPU. */
const isAllotted = anyOf("requests", "size");

/** `By`, `MiBy`, `bytes`, `kB`, `Megabytes`. */
const BYTES = /^(?:(?:[kmgt]i?)?b(?:y|ytes?)?|(?:kilo|mega|giga)bytes)$/;
const isBytes = anyOf("bytes", "kb", "mb", "gb", "mib", "gib");

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
const isMeter = (words: Words): boolean => words.has("rate") && isOverMinutes(words);
const isPerSecond = (unit: string, words: Words): boolean =>
  /\/s(?:ec(?:ond)?)?$/.test(unit) ||
  isRateName(words) ||
  isMeter(words) ||
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

/** StatsD counts the events of a timer as `count`, `count_90` and `count_ps`. */
const isTimerCount = (words: Words): boolean => words.has("timers") && words.has("count");

/** Those of a broker that are neither delayed nor dead. */
const isActiveMessages = (words: Words): boolean => words.has("active") && words.has("messages");

/** Null for a metric without a known meaning. `words` are those of its name, in lower case. */
export function meaningOf(givenUnit: string, words: Words): MetricMeaning | null {
  const unit = givenUnit.trim().toLowerCase();
  const last = [...words].at(-1) ?? "";
  if (isNothing(words, last)) return null;
  const isCount = last === "count" || last === "total" || last === "counter" || isTimerCount(words);
  const isOfWhole = !isCount && (PERCENT.has(unit) || RATIO.has(unit) || isShare(words));
  const hasBytes = BYTES.test(unit) || isBytes(words);
  const isFailed =
    isError(words) ||
    (isServerStatus(words) && isStatus(words)) ||
    (words.has("packet") && words.has("loss")) ||
    ((isCount || unit === "count") && isCountedError(words));
  if (isFailed && !hasBytes) {
    if (isOfWhole && !isPerSecond(unit, words)) return { signal: "error share", ...shareOf(unit, words) };
    return { signal: "errors", ...countOf(unit, words) };
  }
  if (isOfWhole && (isAvailability(words) || isHit(words)) && !isMemory(words))
    return { signal: isHit(words) ? "hits" : "availability", ...shareOf(unit, words) };
  const seconds = secondsOf(unit, words);
  const isWaiting = isQueue(words) || isReplica(words) || (isItem(words) && isReady(words)) || isActiveMessages(words);
  if (isWaiting && !isOfWhole && !hasBytes) return { signal: "queue", ...COUNT, factor: seconds ?? 1 };
  if (!isCount && !isOwnTime(words) && (isLatency(words) || isTimeOfRequests(unit, words, seconds)))
    return {
      signal: "latency",
      factor: seconds ?? 1,
      isGuessed: seconds === undefined,
      quantile: words.has("max") || words.has("maximum") ? SLOWEST : quantileOf(words),
    };
  if (isMemory(words)) {
    if (isFreed(words) || isCount || isNoUse(words)) return null;
    if (isOfWhole) return { signal: "memory", ...percentOf(unit, words) };
    return hasBytes || unit === "" ? { signal: "memory", ...COUNT } : null;
  }
  if (isSpace(words) && (isOfWhole || hasBytes || (isFilled(words) && !words.has("open")))) {
    const used = { signal: "disk", ...(isOfWhole ? percentOf(unit, words) : COUNT) } as const;
    return isFreed(words) ? { ...used, isLeft: true } : used;
  }
  if (hasBytes) return null;
  const canConnect = words.has("can") && words.has("connect");
  if ((isAvailability(words) || isReady(words) || canConnect) && !isCount && !isFreed(words) && !isCrowd(words))
    return { signal: "availability", ...shareOf(unit, words) };
  if (hasTraffic(unit, words, isCount)) {
    const isConcurrent = isAtOnce(words) || (words.has("in") && words.has("flight"));
    return isConcurrent ? { signal: "saturation", ...COUNT } : { signal: "traffic", ...countOf(unit, words) };
  }
  // Shares of a whole have thresholds.
  const isUsed = last === "count" ? isInUse(words) : isSaturation(words) && !isCount;
  return isUsed && !isOfWhole && !isFreed(words) && !isAllotted(words) ? { signal: "saturation", ...COUNT } : null;
}

function isNothing(words: Words, last: string): boolean {
  if (words.has("timers") && words.has("sum")) return true;
  if (last === "sum" || last === "info" || isNoSignal(words) || (isUptime(words) && !isCheck(words))) return true;
  const isSlowest = isLatency(words) || isTime(words) || isExtreme(words);
  return isBound(words) && !isSlowest && !isError(words) && last !== "count" && last !== "total";
}

/** `request_duration`, `response.time`, `requests` in milliseconds, `lock_wait_seconds`. */
const isTimeOfRequests = (unit: string, words: Words, seconds: number | undefined): boolean =>
  isTime(words) ? isOperation(words) || seconds !== undefined : SECONDS.has(unit) && isTraffic(words);

/** Disks and resources have operations and requests of their own, and a timeout is a setting. */
function hasTraffic(unit: string, words: Words, isCount: boolean): boolean {
  if (isDisk(words) || words.has("cpu") || words.has("io") || words.has("timeout")) return false;
  if (isTraffic(words) || (isItem(words) && isFlow(words)) || isMeter(words)) return true;
  if (words.has("count") && isLatency(words)) return true;
  return isCountedTraffic(words) && (isCount || isShare(words) || isPerSecond(unit, words));
}

/** `status`, `http.response.status_code`, `grpc_code`; not `postcode`. */
const OUTCOME_LABEL = /(?:^|[._])(?:status|code|outcome|result|error)$/;
const FAILED =
  /^(?:5\d\d|5xx|error|errors|failure|failed|fail|true|server_error|internal|unavailable|exception|timeout)$/i;
/** `envoy_response_code_class`, `status_group`. */
const STATUS_CLASS_LABEL = /(?:status|code)[._](?:class|group)$/;
const FAILED_CLASS = /^5(?:00|xx)?$/i;

/** True if the labels say that only failed requests are counted. */
function countsFailures(labels: Labels): boolean {
  for (const label in labels) {
    const [name, value] = [label.toLowerCase(), (labels[label] as string).trim()];
    if (OUTCOME_LABEL.test(name) && FAILED.test(value)) return true;
    if (STATUS_CLASS_LABEL.test(name) && FAILED_CLASS.test(value)) return true;
  }
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
