// The metrics of a service in one minute: each with its own habits, of the service or of each of its pods.

const MINUTE = 60_000;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const rounded = (value) => Number(value.toPrecision(4));

/** From the floor up to the ceiling, then the collector frees it; anew after a restart. */
function memoryOf(pod, { memory, chance }, { load, at, leak }) {
  pod.memoryPhase += (0.3 + load) / pod.memoryPeriod;
  if (pod.memoryPhase >= 1) {
    pod.memoryPhase = 0;
    pod.memoryPeriod = memory.minutes * chance.wobble(0.3);
  }
  const warm = clamp((at - pod.startedAt) / (20 * MINUTE), 0, 1);
  const floor = memory.floor * (0.5 + 0.5 * warm);
  const leaked = leak * (98 - floor);
  return clamp(floor + leaked + (memory.ceiling - floor) * (1 - leak) * pod.memoryPhase + chance.normal(), 1, 99);
}

const isStarting = (pod, at) => at - pod.startedAt < 2 * MINUTE;

function cpuOf(pod, { cpuAtRest, cpuAtPeak, chance }, { load, at, job }, pods) {
  const share = load / Math.max(1, pods);
  const starting = isStarting(pod, at) ? chance.between(20, 50) : 0;
  const working = job.isRunning ? 12 : 0;
  return clamp((cpuAtRest + cpuAtPeak * Math.min(share, 1.6)) * chance.wobble(0.08) + working + starting, 0.1, 97);
}

function ofPods({ service, pods }, minute, point) {
  const { chance } = service;
  for (const pod of pods) {
    if (minute.at < pod.startedAt || pod === minute.silentPod) continue;
    const labels = { env: "production", pod: pod.name };
    const offset = Math.floor(pod.secondsOfMinute * 1000 + chance.between(0, 900));
    const add = (name, unit, value) => point({ name, unit, value, labels, offset });
    const requests = Math.round(minute.requests / pods.length);
    pod.requests += requests;
    pod.errors += chance.binomial(requests, minute.errorShare);
    const cpu = cpuOf(pod, service, minute, pods.length);
    pod.cpuSeconds += cpu * 0.6;
    add("http_requests_total", "1", pod.requests);
    add("http_responses_5xx_total", "1", pod.errors);
    const gauges = {
      cpu: rounded(cpu),
      memory: rounded(memoryOf(pod, service, minute)),
      threads: 12 + Math.round(8 * Math.min(1.5, minute.load)) + chance.integer(0, 2),
    };
    // Its counters count on; what is measured now and then isn't measured any more.
    if (!minute.isFrozen || pod.gauges === undefined) pod.gauges = gauges;
    add("cpu_usage", "percent", pod.gauges.cpu);
    add("process_cpu_seconds_total", "s", rounded(pod.cpuSeconds));
    add("memory_usage", "percent", pod.gauges.memory);
    add("threads", "1", pod.gauges.threads);
    add("uptime_seconds", "s", Math.round((minute.at - pod.startedAt) / 1000));
  }
}

/** Of few requests the slowest is anything. */
function latencies({ service }, { requests, coldness, load, latencyTimes }, add) {
  if (requests === 0) return;
  const { chance, latencyMs } = service;
  const base = latencyMs * (1 + 0.25 * Math.max(0, load - 0.7)) * (1 + 0.8 * coldness) * latencyTimes;
  const few = 1 / Math.sqrt(Math.min(requests, 400));
  const p50 = base * chance.wobble(0.04 + few * 0.5);
  const p95 = p50 * (2.2 + 1.5 * coldness) * chance.wobble(0.07 + few);
  const p99 =
    p95 * (1.6 + coldness) * chance.wobble(0.12 + 1.5 * few) * (chance.happens(0.01) ? chance.between(1.5, 4) : 1);
  add("request_latency_p50", "ms", rounded(p50));
  add("request_latency_p95", "ms", rounded(Math.max(p50, p95)));
  add("request_latency_p99", "ms", rounded(Math.max(p95, p99)));
}

function queues(life, minute, add) {
  const { chance, kind, peak } = life.service;
  if (kind !== "worker") return;
  const arriving = minute.job.isRunning ? peak * chance.between(1.5, 3) : 0;
  life.queue = Math.max(0, life.queue + arriving * minute.queueTimes - (minute.isStuck ? -peak : peak));
  add("queue_depth", "1", Math.round(life.queue + minute.backlog + chance.poisson(3 + 8 * minute.load)));
  add("items_processed", "1", minute.isStuck ? 0 : minute.requests);
}

function stores(life, { load, job, at, coldness }, add) {
  const { chance, disk, pool, hasCache, hasReplica } = life.service;
  const minuteOfDay = Math.floor(at / MINUTE) % 1440;
  life.disk += disk.aDay / 1440;
  // Old logs are thrown away at night.
  if (disk.rotates && minuteOfDay === 185) life.disk = Math.max(disk.start, life.disk - disk.aDay);
  add("disk_used", "percent", rounded(life.disk + 0.01 * chance.normal()));
  add("disk_iops", "1", Math.round((40 + 200 * load + (job.isRunning ? 600 : 0)) * chance.wobble(0.2)));
  const busy = clamp(pool.share * load * (1 + coldness) + (job.isRunning ? 0.15 : 0), 0, 0.85);
  add("connection_pool_active", "1", chance.binomial(pool.size, busy));
  add("connection_pool_usage", "percent", rounded(100 * clamp(busy * chance.wobble(0.1), 0, 0.88)));
  if (hasCache) add("cache_hit_ratio", "ratio", rounded(clamp(0.96 - 0.4 * coldness - 0.01 * chance.next(), 0, 1)));
  if (hasReplica)
    add("replication_lag", "s", rounded(chance.between(0.1, 1.5) + (job.isRunning ? chance.between(2, 20) : 0)));
}

function traffic({ service, restarts }, minute, add) {
  const { requests, errorShare } = minute;
  add("requests_per_minute", "1", requests);
  // A service that nobody asked has no share of errors.
  if (requests > 0) add("error_ratio", "ratio", rounded(service.chance.binomial(requests, errorShare) / requests));
  add("container_restarts_total", "1", restarts);
}

/** Calls `emit(atMs, { name, unit, value, labels })` for each point of the minute. */
export function metricsOf(life, minute, emit) {
  if (!minute.isSpeaking) return;
  const point = ({ offset, ...fields }) => emit(minute.at + offset, fields);
  const labels = { env: "production" };
  const offset = 20_000 + life.service.chance.integer(0, 2000);
  const add = (name, unit, value) => point({ name, unit, value, labels, offset });
  ofPods(life, minute, point);
  traffic(life, minute, add);
  latencies(life, minute, add);
  queues(life, minute, add);
  stores(life, minute, add);
}
