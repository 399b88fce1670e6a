// The state of each service from minute to minute: arrivals down the call graph, failures and latency back up.
// Every draw is made whether or not a fault is active, so that runs with and without a fault are comparable.
import { applyDayPlan, isBackupRunning, isJobRunning, minuteOfDay, seasonOf } from "./day-plan.mjs";
import { createEffects, resetEffects } from "./effects.mjs";
import { streamOf } from "./families.mjs";
import { addOutcome } from "./outcome.mjs";

const MINUTE = 60_000;

const podNameOf = (state) => {
  const suffix = Math.floor(state.podNames.next() * 36 ** 5)
    .toString(36)
    .padStart(5, "0");
  return state.node.podsMax === 1 ? `${state.node.name}-0` : `${state.node.name}-${state.podHash}-${suffix}`;
};

const createPod = (state, at) => ({ name: podNameOf(state), startedAt: at, labels: new Map() });

function createState(world, node, at) {
  const chance = streamOf(world.streamSeed, 23, node.index, Math.floor(at / MINUTE));
  const state = {
    node,
    effects: createEffects(),
    chance,
    podNames: streamOf(world.streamSeed, 29, node.index),
    podHash: Math.floor(chance.next() * 16 ** 8)
      .toString(16)
      .padStart(8, "0"),
    plan: undefined,
    day: null,
    deployment: null,
    deployedAt: 0,
    cold: 0,
    coldMinutes: 1,
    version: node.version + (Math.floor(at / (24 * 60 * MINUTE)) % 500),
    loadNoise: 0,
    latencyNoise: 0,
    wasDown: false,
    restarts: 0,
    restartsNow: 0,
    memoryPhase: chance.next(),
    pods: [],
    offered: 0,
    incoming: 0,
    completed: 0,
    fail: node.baseFail,
    ownFail: node.baseFail,
    overload: 0,
    refusing: 0,
    latencyMs: node.baseMs,
    utilization: 0.3,
    queue: 0,
    deadLetters: 0,
    hit: node.hitRatio,
    storeFactor: 1,
    cpu: node.cpuRest,
    memory: node.memory.floor,
    disk: node.disk.start,
    pool: node.pool.usage,
    replicationLag: 0.2,
    availability: 1,
    inFlight: 0,
    edgeFail: node.edges.map(() => 0),
    edgeCause: node.edges.map(() => "status"),
  };
  for (let nth = 0; nth < node.podsMin; nth++) state.pods.push(createPod(state, at - 6 * 60 * MINUTE));
  return state;
}

export function createStates(world, at) {
  return world.nodes.map((node) => createState(world, node, at));
}

function restart(state, at) {
  state.restarts++;
  state.restartsNow++;
  state.memoryPhase = 0;
  const pod = state.pods[state.restarts % state.pods.length];
  if (pod !== undefined) pod.startedAt = at;
}

/** A rolling deployment replaces all pods. */
function deploy(state, at, { cold = 0.5, coldMinutes = 2, failed = 0 }) {
  state.version++;
  state.deployedAt = at;
  state.deployment = { version: `1.${state.version}.0`, failed };
  state.cold = cold;
  state.coldMinutes = coldMinutes;
  state.memoryPhase = 0;
  state.podHash = Math.floor(state.podNames.next() * 16 ** 8)
    .toString(16)
    .padStart(8, "0");
  state.pods = state.pods.map(() => createPod(state, at));
}

function scalePods(state, at) {
  const { node, pods } = state;
  const wanted = Math.ceil(state.offered / (node.capacityPerPod * 0.5));
  const limit = node.podsMax === 1 ? 1 : node.podsMax * 3;
  const missing = Math.min(wanted, limit) - pods.length;
  if (missing > 0) for (let nth = Math.min(3, missing); nth > 0; nth--) pods.push(createPod(state, at));
  // Scale down slowly, so that the number of pods doesn't flap.
  else if (wanted < pods.length && pods.length > node.podsMin && at - pods.at(-1).startedAt > 20 * MINUTE) pods.pop();
}

function beginMinute(world, state, at) {
  resetEffects(state.effects);
  state.deployment = null;
  state.restartsNow = 0;
  state.day = applyDayPlan(world, state, at);
  state.incoming = 0;
}

/** Random draws of the minute, the same number each minute. */
function drawNoise(state) {
  const { chance } = state;
  state.loadNoise = 0.9 * state.loadNoise + 0.035 * chance.normal();
  state.latencyNoise = 0.85 * state.latencyNoise + 0.04 * chance.normal();
}

function addArrivals(state, states, at) {
  const { node, effects, day } = state;
  drawNoise(state);
  if (day.deployment !== undefined) deploy(state, at, day.deployment);
  if (effects.deploys) deploy(state, at, {});
  if (day.isRestarting) restart(state, at);
  for (let left = effects.restarts + (state.restartRest ?? 0); left > 0; left--) {
    if (left >= 1) restart(state, at);
    state.restartRest = left < 1 ? left : 0;
  }
  if (state.deployedAt > 0 && state.deployedAt < at) state.cold *= Math.exp(-1 / state.coldMinutes);
  const job = isJobRunning(node, minuteOfDay(at)) && node.role !== "batch" ? node.job.load : 0;
  // Cron jobs call services in the middle of the graph as well.
  const scheduled = job * 0.3 * (node.arrivals > 0 ? node.arrivals : node.feeds.length > 0 ? 0 : node.peak);
  let offered = state.incoming + (node.arrivals * seasonOf(node, at) + scheduled) * Math.exp(state.loadNoise);
  if (node.feeds.length > 0) offered = takeFromQueue(state, states, offered + job * node.peak);
  else offered *= effects.traffic;
  state.offered = offered;
  state.refusing = effects.isDown ? 1 : 0;
  state.completed = effects.isDown || effects.isHung ? 0 : offered;
  scalePods(state, at);
  for (let index = 0; index < node.edges.length; index++) {
    const edge = node.edges[index];
    const callee = states[edge.to];
    const retries = 1 + edge.retries * state.edgeFail[index] + (effects.retries - 1);
    const misses = callee.node.role === "database" ? state.storeFactor : 1;
    callee.incoming += state.completed * edge.ratio * retries * misses;
  }
}

/** A worker's load is what it takes from its queue. */
function takeFromQueue(state, states, extra) {
  const { node, effects } = state;
  let arriving = extra;
  for (const { from, ratio } of node.feeds) {
    const producer = states[from];
    arriving += producer.completed * (1 - producer.fail) * ratio * producer.effects.published;
  }
  arriving *= effects.traffic;
  const capacity =
    effects.isStuck || effects.isDown || effects.isHung
      ? 0
      : node.capacityPerPod * state.pods.length * effects.capacity;
  const taken = Math.min(state.queue + arriving, capacity / Math.max(1, Math.min(5, state.latencyMs / node.baseMs)));
  // Messages that wait for the next poll.
  state.waiting = arriving * 0.03;
  state.queue = Math.max(0, state.queue + arriving - taken);
  state.deadLetters += taken * effects.deadLetters;
  return taken;
}

/** One minute of all services; `applyFaults(states, at)` changes their effects. */
export function simulateMinute(world, states, at, applyFaults) {
  for (const state of states) beginMinute(world, state, at);
  applyFaults?.(states, at);
  for (const state of states) addArrivals(state, states, at);
  for (let index = states.length - 1; index >= 0; index--)
    addOutcome(states[index], states, at, isBackupRunning(states[index].node, minuteOfDay(at)));
}
