// The method: docs/methods/golden-signals.md
import { PERCENT, RATIO, SECONDS } from "./metric-units.ts";
import {
  anyOf,
  isAllotted,
  isAtOnce,
  isAvailability,
  isBound,
  isCheck,
  isClientError,
  isCountedError,
  isCountedTraffic,
  isCrowd,
  isDisk,
  isDiskIo,
  isDone,
  isError,
  isExtreme,
  isFilled,
  isFlow,
  isFreed,
  isHit,
  isInstance,
  isInUse,
  isItem,
  isLatency,
  isMemory,
  isNoSignal,
  isNoUse,
  isObjective,
  isOfRequests,
  isOperation,
  isOwnTime,
  isPool,
  isQueue,
  isReady,
  isReplica,
  isSaturation,
  isServerStatus,
  isServing,
  isShare,
  isSpace,
  isStatus,
  isTime,
  isTraffic,
  isUptime,
  isUtilization,
  subjectOf,
  type Words,
} from "./metric-words.ts";

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
  "replicas",
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
  /** The times of all requests, added up. */
  readonly isSum?: true;
  /** A total by its name, of a resource that is used for a time. */
  readonly isTotal?: true;
  /** Errors of requests, not of mails, packets or jobs. */
  readonly isOfRequests?: true;
  /** A check that a status is of the class that a label names. */
  readonly isOfClass?: true;
  /** Errors that the client may have made. */
  readonly isOfClients?: true;
}

type Labels = Readonly<Record<string, string>> | undefined;

/** `By`, `MiBy`, `bytes`, `kB`, `Megabytes`. */
const BYTES = /^(?:(?:[kmgt]i?)?b(?:y|ytes?)?|(?:kilo|mega|giga)bytes)$/;
const isBytes = anyOf("bytes kb mb gb mib gib");

/** The seconds that a value stands for, by its unit or a word of its name; undefined if neither says so. */
const secondsOf = (unit: string, words: Words): number | undefined =>
  SECONDS.get(unit) ?? [...words].map((word) => (word.length === 1 ? undefined : SECONDS.get(word))).find(Boolean);

type Scale = Omit<MetricMeaning, "signal">;

const MEDIAN = 0.5;
/** One slow request suffices for it. */
export const SLOWEST = 1;

/** The unit counts before the name: Datadog's `used_pct` are fractions. */
function shareOf(unit: string, words: Words): Scale {
  const isNamed = (names: ReadonlySet<string>) => [...names].some((word) => words.has(word));
  const isPercent = PERCENT.has(unit) || (isNamed(PERCENT) && !RATIO.has(unit));
  const isRatio = RATIO.has(unit) || (isNamed(RATIO) && !isPercent);
  return { factor: isPercent ? 0.01 : 1, isGuessed: !isPercent && !isRatio, quantile: MEDIAN };
}

const percentOf = (unit: string, words: Words): Scale => {
  const { factor, isGuessed, ...share } = shareOf(unit, words);
  return { ...share, factor: 100 * factor, isGuessed: isGuessed && unit !== "1", isPercent: true };
};

const COUNT: Scale = { factor: 1, isGuessed: false, quantile: MEDIAN };

/** `rps`, `requests_per_second`, Dropwizard's `m1_rate`; the unit `{request}/s`. */
const isRateName = anyOf("rps qps tps ps persec");
const isOverMinutes = anyOf("m1 m5 m15");
const isMeter = (words: Words): boolean => words.has("rate") && isOverMinutes(words);
const PER_SECOND_UNIT = /\/s(?:ec(?:ond)?)?$|^(?:[ceoqrtw]|req|msg|io)ps$|^persecond$/;
const isPerSecond = (unit: string, words: Words): boolean =>
  PER_SECOND_UNIT.test(unit) ||
  isRateName(words) ||
  isMeter(words) ||
  (words.has("per") && (words.has("second") || words.has("sec") || words.has("s")));
const PER_SECOND: Scale = { factor: 60, isGuessed: false, quantile: MEDIAN, isRate: true };
/** The unit counts before the name. The `Count` of a JMX meter is a number, whatever `PerSec` before it says. */
const countOf = (unit: string, words: Words, last: string): Scale => {
  const isNumber = !PER_SECOND_UNIT.test(unit) && (last === "count" || unit === "count");
  return !isNumber && isPerSecond(unit, words) ? PER_SECOND : COUNT;
};

const QUANTILE = /^(p?)(\d{2})(\d?)(p?|th)$/;

/** `p99`, `p999`, `99p` and `99_percentile` are in the name. */
function quantileOf(words: Words): number {
  for (const word of words) {
    const [, before, two = "", third = "", after] = QUANTILE.exec(word) ?? [];
    if (two !== "" && (before === "p" || after === "p" || words.has("percentile"))) return Number(`0.${two}${third}`);
  }
  return MEDIAN;
}

const QUANTILE_LABEL = /^(?:quantile|phi|percentile|stat|statistic|aggregation)$/i;
const LABELLED_PERCENTILE = /^(?:p|percentile\()?(\d{2})\.?(\d*)\)?$/i;

/** `quantile="0.99"`, `stat="p99"`, `aggregation="percentile(99)"`; undefined without one. */
export function labelledQuantile(labels: Labels): number | undefined {
  for (const label in labels) {
    if (!QUANTILE_LABEL.test(label)) continue;
    const value = (labels[label] as string).trim();
    const [, two = "", rest = ""] = LABELLED_PERCENTILE.exec(value) ?? [];
    const quantile = Number(two === "" ? value : `0.${two}${rest}`);
    if (quantile > 0 && quantile < 1) return quantile;
  }
  return undefined;
}

const COUNTS: ReadonlySet<string> = new Set(["count", "total", "counter", "ops"]);

/** StatsD counts the events of a timer as `count`, `count_90` and `count_ps`. */
const isTimerCount = (words: Words): boolean => words.has("timers") && words.has("count");

/** Those of a broker that are neither delayed nor dead. */
const isActiveMessages = (words: Words): boolean => words.has("active") && words.has("messages");

const isStatistic = anyOf("sum average minimum");

/** `aws_applicationelb_request_count_sum`: exporters of CloudWatch end names with the statistic. Times that add up differ. */
function withoutStatistic(words: Words): Words {
  const last = [...words].at(-1) ?? "";
  const isSumOfTimes = last === "sum" && (isLatency(words) || isTime(words));
  return words.has("aws") && isStatistic([last]) && !isSumOfTimes ? new Set([...words].slice(0, -1)) : words;
}

/** Null for a metric without a known meaning. `words` are those of its name, in lower case. */
export function meaningOf(givenUnit: string, named: Words): MetricMeaning | null {
  const unit = givenUnit.trim().toLowerCase();
  const words = withoutStatistic(named);
  const last = [...words].at(-1) ?? "";
  const isCount = !PERCENT.has(unit) && (COUNTS.has(last) || isTimerCount(words));
  const isOfWhole = !isCount && (PERCENT.has(unit) || RATIO.has(unit) || isShare(words));
  const hasBytes = BYTES.test(unit) || isBytes(words);
  const seconds = secondsOf(unit, words);
  const hasTime = seconds !== undefined && !isPerSecond(unit, words);
  if (isNothing(words, last, isOfWhole)) return null;
  if (last === "total" && hasTime) return meaningOfTimes(words, seconds);
  if (last === "sum") {
    const isTimes = !hasBytes && !isOwnTime(words) && (isLatency(words) || hasTime);
    return isTimes ? { signal: "latency", ...COUNT, factor: seconds ?? 1, isSum: true } : null;
  }
  const isFailed =
    isError(words) ||
    (isServerStatus(words) && isStatus(words)) ||
    (words.has("packet") && words.has("loss")) ||
    ((isCount || unit === "count") && isCountedError(words));
  if (isFailed && !hasBytes) return meaningOfErrors(unit, words, { last, isOfWhole });
  const subject = subjectOf(words);
  const isAvailable = isAvailability(subject);
  if (isOfWhole && (isAvailable || isObjective(words) || isHit(words)) && !isMemory(words))
    return { signal: isHit(words) ? "hits" : "availability", ...shareOf(unit, words) };
  if (isConsumers(subject, last) && !isItem(words)) return { signal: "replicas", ...COUNT, isLeft: true };
  const isWaiting = isQueue(words) || isReplica(words) || (isItem(words) && isReady(words)) || isActiveMessages(words);
  if (isWaiting && !isDone(words) && !isOfWhole && !hasBytes)
    return { signal: "queue", ...COUNT, factor: seconds ?? 1 };
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
  if (isReadyInstances(words) && !isOfWhole && last !== "total") return { signal: "replicas", ...COUNT, isLeft: true };
  if (words.has("httpcheck") && last === "status")
    return { signal: "availability", ...COUNT, isGuessed: true, isOfClass: true };
  const canConnect = words.has("can") && words.has("connect");
  if (
    (isAvailable || isReady(words) || canConnect) &&
    !isCount &&
    !isFreed(words) &&
    !isCrowd(words) &&
    !isFlow(words) &&
    !isTraffic(words) &&
    !isPerSecond(unit, words)
  )
    return { signal: "availability", ...shareOf(unit, words) };
  if (hasTraffic(unit, words, isCount)) {
    const isConcurrent = isAtOnce(words) || (words.has("in") && words.has("flight"));
    return isConcurrent ? { signal: "saturation", ...COUNT } : { signal: "traffic", ...countOf(unit, words, last) };
  }
  const isUsed = last === "count" ? isInUse(words) : isLimited(words) && !isCount;
  if (!isUsed || isFreed(words) || isAllotted(words) || (isOfWhole && !isPool(words))) return null;
  return { signal: "saturation", ...(isOfWhole ? percentOf(unit, words) : COUNT) };
}

function meaningOfErrors(
  unit: string,
  words: Words,
  { last, isOfWhole }: { readonly last: string; readonly isOfWhole: boolean },
): MetricMeaning {
  const of = isClientError(words) ? ({ isOfClients: true } as const) : {};
  if (isOfWhole && !isPerSecond(unit, words)) return { signal: "error share", ...shareOf(unit, words), ...of };
  const errors = { signal: "errors", ...countOf(unit, words, last), ...of } as const;
  return isOfRequests(words) ? { ...errors, isOfRequests: true } : errors;
}

/** `kube_deployment_status_replicas_ready`, `HealthyHostCount`; not `UnHealthyHostCount`. */
const isReadyInstances = (words: Words): boolean =>
  isInstance(words) && isServing(words) && !words.has("un") && !words.has("cpus");

/** `rabbitmq_queue_consumers`, `activemq.queue.consumer_count`, `queue.consumers.value`. */
const isConsumers = (subject: readonly string[], last: string): boolean =>
  subject.at(-1) === "consumers" || (last === "count" && /^consumers?$/.test(subject[0] ?? ""));

const isLimited = (words: Words): boolean =>
  isSaturation(words) ||
  isLoad(words) ||
  (words.has("open") && words.has("files")) ||
  (isUtilization(words) && isPool(words));

/** `system.load.1`, `system_load_average_1m`, `load.shortterm`; not a load balancer. */
const isLoad = (words: Words): boolean =>
  words.has("load") && (words.has("system") || words.has("average") || words.has("shortterm"));

/** The time of all that happened so far: of a CPU, in percent of it; or of requests. */
function meaningOfTimes(words: Words, seconds: number): MetricMeaning | null {
  if (words.has("cpu") && !isFreed(words))
    return { signal: "saturation", ...COUNT, factor: (100 * seconds) / 60, isPercent: true, isTotal: true };
  return isOwnTime(words) ? null : { signal: "latency", ...COUNT, factor: seconds, isSum: true };
}

function isNothing(words: Words, last: string, isOfWhole: boolean): boolean {
  if (words.has("timers") && words.has("sum")) return true;
  if (last === "info" || isNoSignal(words) || (isUptime(words) && !isCheck(words) && !isOfWhole)) return true;
  const isSlowest = isLatency(words) || isTime(words) || isExtreme(words);
  // A statistic of CloudWatch.
  const isMost = last === "maximum" && words.has("aws");
  return isBound(words) && !isSlowest && !isMost && !isError(words) && last !== "count" && last !== "total";
}

/** `request_duration`, `response.time`, `requests` in milliseconds, `lock_wait_seconds`. */
const isTimeOfRequests = (unit: string, words: Words, seconds: number | undefined): boolean =>
  isTime(words)
    ? isOperation(words) || seconds !== undefined
    : SECONDS.has(unit) && (isTraffic(words) || isOperation(words) || words.has("ping"));

/** Disks and resources have operations and requests of their own, and a timeout is a setting. */
function hasTraffic(unit: string, words: Words, isCount: boolean): boolean {
  if (isDisk(words) || isDiskIo(words) || words.has("cpu") || words.has("timeout")) return false;
  if (isTraffic(words) || (isItem(words) && isFlow(words)) || isMeter(words)) return true;
  if ((words.has("count") && isLatency(words)) || (isPerSecond(unit, words) && isOfRequests(words))) return true;
  return isCountedTraffic(words) && (isCount || isShare(words) || isPerSecond(unit, words));
}

/** `status`, `http.response.status_code`, `grpc_code`; not `postcode`. */
const OUTCOME_LABEL = /(?:^|[._])(?:status|r?code|outcome|result|error)$/;
const FAILED =
  /^(?:5\d\d|5xx|error|errors|failure|failed|fail|true|server_error|internal|unavailable|exception|timeout|servfail)$/i;
/** The class that OpenTelemetry's `httpcheck.status` says yes or no to. */
const CHECKED_CLASS = "http.status_class";
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

const resources: ReadonlySet<GoldenSignal> = new Set(["memory", "saturation", "disk"]);

/** A part of a resource, which may grow for days without being a counter. */
export const isResource = (signal: GoldenSignal): boolean => resources.has(signal);

/** The meaning of one series, whose labels may say that it counts failures, or what is left of a resource. */
export function meaningWith(labels: Labels, meaning: MetricMeaning): MetricMeaning | null {
  if (meaning.signal === "traffic")
    return countsFailures(labels) ? { ...meaning, signal: "errors", isOfRequests: true } : meaning;
  if (meaning.isOfClass) return labels?.[CHECKED_CLASS] === "2xx" ? meaning : null;
  // The work of one core moves to another.
  if (meaning.isTotal && ("cpu" in (labels ?? {}) || "core" in (labels ?? {}))) return null;
  if (!isResource(meaning.signal) || !countsFree(labels)) return meaning;
  return meaning.signal === "disk" ? { ...meaning, isLeft: true } : null;
}
