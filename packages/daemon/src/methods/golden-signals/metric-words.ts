/** The words of names of metrics, in lower case, by what they say. */
export type Words = ReadonlySet<string>;

/** True for words of which one is in the lists; each is a text with spaces between its words. */
export const anyOf = (...lists: readonly string[]): ((of: Iterable<string>) => boolean) => {
  const list = new Set(lists.flatMap((words) => words.split(" ")));
  return (of) => {
    for (const word of of) if (list.has(word)) return true;
    return false;
  };
};

/** Limits, settings, times of day and parts of histograms. */
export const isNoSignal = anyOf(
  "limit limits quota capacity config budget desired requested objective threshold slo sla squares",
  "histogram bin timestamp created started version bucket min offset boot maxmemory",
);
export const isUptime = anyOf("uptime");
export const isCheck = anyOf("check checks healthcheck");
/** A bound, unless it is the slowest request, the longest queue, or about a load balancer's target. */
export const isBound = anyOf("max maximum target");
export const isExtreme = anyOf("lag age oldest behind delay");
export const isLatency = anyOf(
  "latency latencies duration durations ttfb elapsed responsetime rtt rtime timers timing",
);
export const isTime = anyOf("time times seconds milliseconds ms took delay wait p50 p90 p95 p99");
/** Time that nobody waits for. */
export const isOwnTime = anyOf("cpu gc pause idle start age io up last since until expiry billable timeout");
export const isError = anyOf(
  "error errors errs fail fails failure failures failed exception exceptions 5xx faults err drops",
  "reject rejects rejected rejections timeouts timedout timed aborted refused rollback rollbacks",
  "poisoned dropped discarded unavailables deadlocks deadlock spillover drop killed panics broken missed exceeded",
  "oom dead degraded offline restarts",
);
/** Errors that clients make, or a broken deployment. */
export const isClientError = anyOf("4xx fourxx 4xxerror");
/** `HTTPCode_ELB_504_Count`, not a bucket of 500 ms. */
export const isServerStatus = anyOf("500 502 503 504");
export const isStatus = anyOf("status code httpcode responses elb");
/** Settings, where they aren't counted. */
export const isCountedError = anyOf("timeout throttles throttled restart");
export const isAvailability = anyOf(
  "availability available success successes healthy reachable up health passed alive sli ping leader quorum live ok",
);
/** Words behind what a metric measures. */
const isNoise = anyOf(
  "value status ratio rate percent percentage pct share current number gauge avg average mean min over time",
);

/** `5m`, `rate5m`. */
const WINDOW = /^(?:rate)?\d+[smhd]$/;

/** The last two words, but for those of its form: what a metric measures. Earlier ones may name a check or a path. */
export function subjectOf(words: Words): readonly string[] {
  const all = [...words];
  while (all.length > 1 && (isNoise(all.slice(-1)) || WINDOW.test(all.at(-1) ?? ""))) all.pop();
  return all.slice(-2);
}

/** Shares that are called so. */
export const isObjective = anyOf("sli availability uptime");
/** Parts that run a service, of which fewer may be ready. */
export const isInstance = anyOf(
  "replicas host hosts servers instances pods targets members membership nodes brokers followers",
  "containers ecs swarm",
);
export const isServing = anyOf("ready healthy available alive live online synced running");
/** Things that are counted: fewer of them may be ready, but their number is no share. */
export const isCrowd = anyOf(
  "replicas number nodes node workers hosts host members membership servers instances pods connections",
  "threads keep endpoints brokers targets",
);
export const isHit = anyOf("hit hits hitratio hitrate");
export const isShare = anyOf(
  "ratio rate percent percentage pct fraction share utilization utilisation utilizations hitratio",
  "hitrate",
);
export const isQueue = anyOf(
  "queue queued backlog lag maxlag replicationlag behind pending waiting awaiting unacked unacknowledged depth",
  "visible deadletter deadlettered dlq oldest iterator enqueued undelivered unsent underreplicated outstanding",
  "blocked starving queues",
);
/** Steps of the items of a queue. */
export const isDone = anyOf(
  "ack acked deliver delivered redelivered publish published confirmed outgoing incoming enqueue dequeue",
  "dequeued processed handled consumed completed deq enq acks",
);
export const isReady = anyOf("ready");
export const isReplica = anyOf("replication replica");
export const isOperation = anyOf(
  "request requests response responses query queries command commands transaction execution executions exec",
  "upstream roundtrip rq req",
);
export const isOfRequests = anyOf(
  "request requests response responses req rq calls http rpc grpc api 5xx 4xx fourxx server transaction",
  "transactions invocation invocations",
);
export const isTraffic = anyOf(
  "request requests rps qps rpm tps throughput calls processed consumed published transactions queries",
  "commands invocations served handled requestcount deliveries xact responses rq req ops opcounters",
  "commits executions cmds 2xx enqueue dequeue accesses",
);
/** Counted, or per time. */
export const isCountedTraffic = anyOf(
  "query command commit execution response cmd listener invocation statement statements",
);
export const isItem = anyOf(
  "messages message records record emails events event notifications jobs job tasks task msgs spans",
  "lines samples packets rows",
);
export const isFlow = anyOf(
  "sent send received incoming in deleted delivered deliver publish produced ack acked completed",
  "finished executed dispatched dequeued outgoing accepted inserted out total",
);
export const isMemory = anyOf("memory heap rss mem ram resident alloc swap");
export const isDisk = anyOf(
  "disk disks drive df filesystem fs volume volumes partition storage inodes inode tablespace diskgroup datastore space",
);
/** Work of disks that has requests of its own. */
export const isDiskIo = anyOf("io diskio iostat ebs");
/** The work of a disk, and how much of its time it works. */
const isDiskWork = anyOf(
  "io iops ops operations read reads write writes written time busy await merged throughput requests",
  "sectors queue",
);
export const isUtilization = anyOf("util utilization utilisation");
/** The utilization of these is how full they are, that of a disk how busy it is. */
const isFileSystem = anyOf("filesystem fs volume partition storage df tablespace diskgroup datastore space database");
export const isSpace = (words: Words): boolean =>
  isDisk(words) && !isDiskWork(words) && (!isUtilization(words) || isFileSystem(words));
/** Words that need no unit with a disk. */
export const isFilled = anyOf("used use free avail available inodes inode files freespace utilized");
export const isSaturation = anyOf(
  "connections pool threads inflight active busy concurrency goroutines sockets cpu descriptors fds fd",
  "throttled usage concurrent clients backends loadavg load1 load5 processor sessions workers conntrack",
  "filefd gpu dbpool cpuutilization",
);
/** Where the last word is a count of them, they are in use now. */
export const isInUse = anyOf("connection connections thread threads session sessions goroutine socket");
export const isFreed = anyOf("free available avail idle unused cached buffers committed freeable pavailable pfree");
/** Memory that is requested of the orchestrator; failed and moved allocations. */
export const isNoUse = anyOf("requests failcnt promoted");
export const isAtOnce = anyOf("active inflight progress concurrent current executing");
/** Settings of pools and CPU. */
export const isAllotted = anyOf("requests size credit credits");
/** Parts of a whole that can be used up, where business has shares as well. */
export const isPool = anyOf(
  "cpu cpus pool connections connection threads thread descriptors fds fd sockets concurrency processor",
  "sessions workers gpu pool dbpool cpuutilization",
);
