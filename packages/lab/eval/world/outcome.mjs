// Latency, failures and resources of a service in a minute, given its load and the state of its callees.
import { isJobRunning, minuteOfDay } from "./day-plan.mjs";

const MINUTE = 60_000;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Share of a log-normal distribution above `limit`. Logistic approximation of the normal distribution. */
const tailAbove = (limit, median, sigma) => 1 / (1 + Math.exp((1.702 * Math.log(limit / median)) / sigma));

/** Below 70 % utilization latency hardly grows; towards 100 % as in an M/M/1 queue. */
const queueing = (utilization) => {
  const bounded = Math.min(utilization, 0.97);
  return 1 + 0.2 * bounded + (bounded > 0.7 ? (0.4 * (bounded - 0.7)) / (1 - bounded) : 0);
};

const isAffected = (effects, index, edge) =>
  effects.edge === index || effects.edge === "all" || (effects.edge === "tls" && edge.hasTls);

/** How calls over one edge end: share that fails, the cause, milliseconds that a request waits. */
function callOutcome(state, index, callee) {
  const { effects } = state;
  const edge = state.node.edges[index];
  let fail = callee.fail;
  let cause = "status";
  let latencyMs = callee.latencyMs;
  if (callee.refusing > 0) {
    fail = callee.refusing;
    cause = "refused";
    latencyMs = 2;
  } else if (callee.effects.isHung) {
    fail = 1;
    cause = "timeout";
    latencyMs = edge.timeoutMs;
  } else {
    const late = tailAbove(edge.timeoutMs, latencyMs, callee.node.sigma);
    if (late > 0.004) {
      if (late > fail) cause = "timeout";
      fail += (1 - fail) * late;
    }
    if (callee.effects.limited > 0.05 && callee.effects.limited > fail * 0.5) cause = "limited";
  }
  if (isAffected(effects, index, edge)) {
    latencyMs += effects.waitMs;
    if (effects.edgeFail > fail) cause = effects.edgeCause;
    fail += (1 - fail) * effects.edgeFail;
  }
  state.edgeFail[index] = clamp(fail, 0, 1);
  state.edgeCause[index] = cause;
  return Math.min(latencyMs * (1 + edge.retries * Math.min(fail, 0.5)), edge.timeoutMs * (1 + edge.retries));
}

function addOwnFailure(state) {
  const { node, effects } = state;
  const deployed = state.deployment?.failed ?? 0;
  const restarting = (state.restartsNow / state.pods.length) * 0.15;
  const podsOut = Math.min(1, effects.podsOut / state.pods.length);
  let own = 1 - (1 - node.baseFail * Math.exp(4 * state.latencyNoise)) * (1 - effects.fail) * (1 - podsOut);
  own = clamp(own + deployed + restarting, 0, 1);
  const full = state.disk >= 0.995 ? 0.6 : 0;
  state.overload = state.utilization > 0.97 && node.feeds.length === 0 ? 1 - 0.97 / state.utilization : 0;
  state.diskFull = full;
  state.ownFail = own;
  return 1 - (1 - own) * (1 - full) * (1 - state.overload);
}

function addResources(state, at, isBackup) {
  const { node, effects } = state;
  const job = isJobRunning(node, minuteOfDay(at));
  const perPod = state.utilization * Math.max(1, node.headroom);
  state.cpu = clamp(
    (node.cpuRest + node.cpuPeak * Math.min(perPod, node.headroom)) * Math.exp(2 * state.latencyNoise) +
      (job ? 0.12 : 0) +
      state.cold * 0.25 +
      effects.steal +
      (isBackup ? 0.08 : 0),
    0.001,
    0.99,
  );
  state.memoryPhase += (0.3 + perPod) / node.memory.minutes;
  if (state.memoryPhase >= 1) state.memoryPhase -= Math.floor(state.memoryPhase);
  const base =
    node.memory.floor + (node.memory.ceiling - node.memory.floor) * state.memoryPhase * (1 - Math.min(1, effects.leak));
  state.memory = clamp(base + effects.leak * (1 - node.memory.floor), 0.05, 0.995);
  const minute = minuteOfDay(at);
  state.diskBase = (state.diskBase ?? node.disk.start) + node.disk.aDay / 1440;
  // Old files are removed at night.
  if (state.diskBase > 0.72 || (node.disk.rotates && minute === 185))
    state.diskBase = Math.min(state.diskBase, node.disk.start);
  state.disk = clamp(state.diskBase + effects.disk, 0, 1);
  state.backup = isBackup;
  state.replicationLag = 0.3 + effects.replicationLag + (isBackup ? 6 : 0) + (job ? 3 : 0);
}

/** The pool of connections to stores, by Little's law. */
function poolOf(state, storeSlowness) {
  const { node, effects } = state;
  return clamp(
    node.pool.usage * (state.completed / Math.max(node.peak, 1)) * storeSlowness + effects.pool + state.cold * 0.1,
    0,
    3,
  );
}

export function addOutcome(state, states, at, isBackup) {
  const { node, effects } = state;
  state.utilization = state.offered / Math.max(1e-9, node.capacityPerPod * state.pods.length * effects.capacity);
  let passed = 1 - addOwnFailure(state);
  let latencyMs =
    node.ownMs * effects.latency * queueing(state.utilization) * (1 + 0.8 * state.cold) * Math.exp(state.latencyNoise) +
    effects.addMs;
  if (isBackup && node.role === "database") latencyMs *= 1.25;
  let hit = node.hitRatio;
  let storeSlowness = 1;
  let storeEdges = 0;
  for (let index = 0; index < node.edges.length; index++) {
    const edge = node.edges[index];
    const callee = states[edge.to];
    const waited = callOutcome(state, index, callee);
    const fail = state.edgeFail[index];
    const retried = fail < 0.5 ? fail ** (1 + 0.5 * edge.retries) : fail;
    passed *= 1 - edge.share * retried * (1 - edge.fallback);
    const isMissing = callee.node.role === "database" ? state.storeFactor : 1;
    latencyMs += edge.share * waited * Math.sqrt(isMissing);
    if (callee.node.role === "cache") hit = node.hitRatio * (1 - fail) * callee.effects.cache;
    if (callee.node.role === "database") {
      storeSlowness = Math.max(storeSlowness, callee.latencyMs / callee.node.baseMs);
      storeEdges++;
    }
  }
  state.hit = clamp(hit * effects.cache * (1 - 0.12 * state.cold), 0, 1);
  // Without its cache a service asks its databases six times as often.
  state.storeFactor = clamp(1 + (5 * (node.hitRatio - state.hit)) / node.hitRatio, 1, 6);
  state.hasStore = storeEdges > 0;
  state.pool = poolOf(state, storeSlowness);
  state.poolFail = 0;
  if (state.hasStore && state.pool > 0.97) {
    state.poolFail = clamp((state.pool - 0.97) * 1.2, 0.02, 0.95);
    latencyMs += 300 + 4000 * state.poolFail;
    passed *= 1 - state.poolFail;
  }
  state.fail = clamp(1 - passed * (1 - effects.limited), 0, 1);
  state.latencyMs = latencyMs;
  state.inFlight = effects.isHung
    ? Math.min(node.threads, state.inFlight + state.offered / 4)
    : (state.completed / 60) * (latencyMs / 1000) * 1.3;
  state.availability = effects.isHung ? 0 : clamp(1 - state.fail - effects.unavailable, 0, 1);
  addResources(state, at, isBackup);
  state.uptimeMs = Math.max(0, at + MINUTE - state.pods[0].startedAt);
}
