// The values of all signals of a service at one scrape. Within a scrape they are consistent: failed requests are some of
// the requests, quantiles are ordered.
const MINUTE = 60_000;

export const createTotals = (chance) => ({
  requests: chance.integer(1e4, 5e6),
  failed: chance.integer(10, 1e4),
  limited: chance.integer(0, 500),
  processed: chance.integer(1e4, 1e6),
  cpuSeconds: chance.between(1e2, 1e5),
  gcSeconds: chance.between(1, 500),
  networkBytes: chance.between(1e8, 1e11),
  business: chance.integer(1e3, 1e6),
});

function resetTotals(totals, startedAt) {
  const isFirst = totals.startedAt === undefined;
  totals.startedAt = startedAt;
  if (!isFirst)
    Object.assign(totals, {
      requests: 0,
      failed: 0,
      limited: 0,
      processed: 0,
      cpuSeconds: 0,
      gcSeconds: 0,
      business: 0,
    });
}

/** Quantiles of few requests vary widely. Without requests they are NaN, which isn't sent. */
function addQuantiles(values, state, requests, chance) {
  if (requests === 0) {
    values.p50 = values.p95 = values.p99 = values.mean = Number.NaN;
    return;
  }
  const { sigma } = state.node;
  const few = 1 / Math.sqrt(Math.min(requests, 400));
  values.p50 = state.latencyMs * chance.wobble(0.03 + 0.6 * sigma * few);
  values.p95 = Math.max(
    values.p50,
    state.latencyMs * Math.exp(1.645 * sigma) * chance.wobble(0.04 + 1.1 * sigma * few),
  );
  const outlier = chance.happens(0.01) ? chance.between(1.4, 3.5) : 1;
  values.p99 = Math.max(
    values.p95,
    state.latencyMs * Math.exp(2.326 * sigma) * outlier * chance.wobble(0.07 + 1.6 * sigma * few),
  );
  values.mean = state.latencyMs * Math.exp((sigma * sigma) / 2) * chance.wobble(0.03 + sigma * few);
}

function addUsage(values, { state, totals, chance }, at, minutes) {
  const { node, effects } = state;
  const pods = state.pods.length;
  values.cpu = Math.min(0.995, state.cpu * chance.wobble(0.06));
  totals.cpuSeconds += values.cpu * 60 * minutes;
  values.cpuSecondsTotal = totals.cpuSeconds / pods;
  values.memoryRatio = Math.min(0.998, state.memory * chance.wobble(0.006));
  values.memoryBytes = Math.round(values.memoryRatio * node.memory.limit);
  values.heapBytes = Math.round(values.memoryBytes * 0.7 * chance.wobble(0.02));
  values.gcMs = (2 + 40 * state.memory ** 3) * chance.wobble(0.25);
  totals.gcSeconds += (values.gcMs / 1000) * minutes * 2;
  values.gcSecondsTotal = totals.gcSeconds;
  values.inFlight = effects.isHung ? Math.round(state.inFlight) : chance.poisson(Math.min(state.inFlight, 5000));
  values.busyThreads = Math.min(node.threads, Math.round(values.inFlight / pods));
  values.threads = 8 + values.busyThreads + chance.integer(0, 3);
  values.load = values.cpu * 4 * chance.wobble(0.12);
  values.diskRatio = state.disk;
  values.diskFreeBytes = Math.round((1 - state.disk) * node.disk.bytes);
  values.iops = Math.round((8 + 90 * state.utilization + (state.backup ? 500 : 0)) * chance.wobble(0.2));
  values.hit = Math.min(1, state.hit * chance.wobble(0.004));
  values.replicationLag = state.replicationLag * chance.wobble(0.35);
  values.networkBytes = Math.round(values.requests * 4200 * chance.wobble(0.05));
  totals.networkBytes += values.networkBytes;
  values.networkBytesTotal = totals.networkBytes;
  values.uptime = Math.max(0, (at - state.pods[0].startedAt) / 1000);
  values.startSeconds = state.pods[0].startedAt / 1000;
  values.replicas = pods;
  values.healthy = effects.isDown ? 0 : Math.max(0, pods - effects.podsOut - (state.restartsNow > 0 ? 1 : 0));
  values.restartsTotal = state.restarts;
  values.build = 1;
}

function addPoolAndQueue(values, { state, totals, chance }) {
  const { node, effects } = state;
  const { size } = node.pool;
  values.poolMax = size;
  values.poolActive = state.pool >= 1 ? size : chance.binomial(size, state.pool);
  values.poolUsage = values.poolActive / size;
  values.poolPending =
    state.pool > 0.97 ? chance.poisson((state.pool - 0.9) * size * 0.5) : chance.happens(0.01) ? 1 : 0;
  values.queue = Math.round(state.queue) + chance.poisson(state.waiting ?? 0);
  values.oldest =
    state.completed > 0.01
      ? (60 * state.queue) / state.completed
      : state.queue > 0
        ? (60 * state.queue) / Math.max(1, node.peak)
        : 0;
  values.processed = Math.round(values.requests * (1 - effects.deadLetters));
  totals.processed += values.processed;
  values.processedTotal = totals.processed;
  values.deadLetters = values.deadLettersTotal = Math.round(state.deadLetters);
  values.unacked = chance.poisson(1 + state.inFlight);
  values.consumers = effects.isStuck || effects.isDown ? 0 : state.pods.length;
  const done = chance.poisson(Math.min(1e6, Math.max(0, values.requests - values.failed) * 0.1));
  values.business = Math.round(done * node.businessValue);
  totals.business += done;
  values.businessTotal = totals.business;
}

/** Signals of the service since its last scrape, `minutes` ago. */
export function scrape(exporter, at, minutes) {
  const { state, totals, chance, values } = exporter;
  const { node, effects } = state;
  const requests = chance.poisson(state.completed * minutes);
  const failed = chance.binomial(requests, state.fail);
  const limited =
    effects.limited > 0
      ? Math.min(failed, Math.round(failed * Math.min(1, effects.limited / Math.max(state.fail, 1e-9))))
      : chance.happens(0.02)
        ? 1
        : 0;
  values.requests = requests;
  values.failed = failed - Math.min(failed, effects.limited > 0 ? limited : 0);
  values.limited = limited;
  // Counters of a process begin at zero after its restart.
  if (state.node.podsMax === 1 && totals.startedAt !== state.pods[0].startedAt)
    resetTotals(totals, state.pods[0].startedAt);
  totals.requests += requests;
  totals.failed += values.failed;
  totals.limited += limited;
  values.requestsTotal = totals.requests;
  values.okTotal = totals.requests - totals.failed;
  values.failedTotal = totals.failed;
  values.limitedTotal = totals.limited;
  values.rps = requests / (60 * minutes);
  values.rpm = requests / minutes;
  values.failedRps = values.failed / (60 * minutes);
  // Without requests there is no error ratio.
  values.errorRatio = requests > 0 ? values.failed / requests : Number.NaN;
  values.errorPercent = values.errorRatio * 100;
  const checks = 200;
  const flap = node.isFlapping && chance.happens(0.004) ? 0.3 : 0;
  values.availability =
    effects.isDown || effects.isHung
      ? 0
      : Math.max(
          0,
          1 -
            chance.poisson(checks * (effects.unavailable + flap + 0.0005 + Math.max(0, state.fail - node.baseFail))) /
              checks,
        );
  values.up = effects.isDown ? 0 : flap > 0 ? 0 : 1;
  addQuantiles(values, state, requests, chance);
  addUsage(values, exporter, at, minutes);
  addPoolAndQueue(values, exporter);
  addToPods(values, state, minutes);
  return values;
}

/** Counters of a pod begin anew when it is restarted. */
function addToPods(values, state, minutes) {
  const pods = state.pods.length;
  for (let index = 0; index < pods; index++) {
    const pod = state.pods[index];
    if (pod.countedFrom !== pod.startedAt)
      Object.assign(pod, { countedFrom: pod.startedAt, ok: 0, failed: 0, cpuSeconds: 0 });
    pod.ok += (values.requests - values.failed) / pods;
    pod.failed += failuresOfPod(values, state, index, pods);
    pod.cpuSeconds += values.cpu * 60 * minutes;
  }
}

/** A pod that is out has nearly all failures. */
function failuresOfPod(values, { effects }, index, pods) {
  if (effects.podsOut === 0) return values.failed / pods;
  return index < effects.podsOut ? values.failed / effects.podsOut : 0;
}

/** The value of one pod. Pods share the load about equally. */
export function podValue(signal, values, { state, chance }, pod, index, at) {
  const isOut = index < state.effects.podsOut;
  switch (signal) {
    case "okTotal":
      return Math.round(pod.ok);
    case "failedTotal":
      return Math.round(pod.failed);
    case "cpuSecondsTotal":
      return pod.cpuSeconds;
    case "uptime":
      return Math.max(0, (at - pod.startedAt) / 1000);
    case "startSeconds":
      return pod.startedAt / 1000;
    case "up":
      return isOut || at < pod.startedAt + MINUTE / 2 ? 0 : values.up;
    case "cpu":
      return Math.min(0.995, values.cpu * chance.wobble(0.08));
    default:
      return values[signal] * (1 - 0.02 * index);
  }
}
