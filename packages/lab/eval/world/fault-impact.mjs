// The ground truth of a fault: the same hours are simulated with and without it, and the states of the services compared.
import { createFaultApplier } from "./fault-kinds.mjs";
import { createGrader, createRequestGrader } from "./impact-grade.mjs";
import { createStates, simulateMinute } from "./service-state.mjs";

const MINUTE = 60_000;
const WARM_UP = 20 * MINUTE;
/** States are compared as means over this many minutes. */
const WINDOW_MINUTES = 5;

/** State of a service that is compared: rates a minute, shares, milliseconds. */
const SIGNALS = {
  traffic: (state) => state.completed,
  offered: (state) => state.offered,
  fail: (state) => Math.min(1, state.fail + (state.refusing > 0 ? 1 : 0)),
  latencyMs: (state) => (state.completed > 0 ? state.latencyMs : Number.NaN),
  queue: (state) => state.queue,
  deadLetters: (state) => state.deadLetters,
  cpu: (state) => state.cpu,
  memory: (state) => state.memory,
  disk: (state) => state.disk,
  pool: (state) => state.pool,
  hit: (state) => state.hit,
  lag: (state) => state.replicationLag,
  restarts: (state) => state.restarts,
  availability: (state) => state.availability,
  newErrors: (state) => state.effects.newErrors,
  isSilent: (state) => Number(state.effects.isSilent),
  areLogsSilent: (state) => Number(state.effects.areLogsSilent),
  hasNoHeartbeat: (state) => Number(state.effects.hasNoHeartbeat),
  isDown: (state) => state.refusing,
};
const NAMES = Object.keys(SIGNALS);
const READERS = Object.values(SIGNALS);

/** Means over windows of the fault's minutes, by service. */
function simulateWindows(world, fault, faults) {
  const from = fault.at - WARM_UP;
  const states = createStates(world, from);
  const sending = states.filter(({ node }) => node.isSending);
  const apply = createFaultApplier(world, faults);
  const windows = states.map(() => []);
  for (let at = from; at < fault.until; at += MINUTE) {
    simulateMinute(world, states, at, apply);
    if (at < fault.at) continue;
    const index = Math.floor((at - fault.at) / MINUTE / WINDOW_MINUTES);
    for (const state of sending) addTo(windows[state.node.index], index, state);
  }
  return windows.map((ofNode) => ofNode.map(meansOf));
}

function addTo(windows, index, state) {
  windows[index] ??= { count: 0, sums: new Float64Array(READERS.length) };
  const { sums } = windows[index];
  windows[index].count++;
  for (let nth = 0; nth < READERS.length; nth++) sums[nth] += READERS[nth](state);
}

const meansOf = ({ count, sums }) => Object.fromEntries(NAMES.map((name, nth) => [name, sums[nth] / count]));

/** Mean of all windows. */
const wholeOf = (windows) =>
  Object.fromEntries(
    NAMES.map((name) => [name, windows.reduce((sum, window) => sum + window[name], 0) / windows.length]),
  );

/** [{ node, grade, moved, first }] of the services that show the fault: in how many windows, and from when. */
export function measureImpact(world, fault) {
  const usual = simulateWindows(world, fault, []);
  const now = simulateWindows(world, fault, [fault]);
  return world.nodes
    .filter(({ isSending }) => isSending)
    .map((node) => impactOn(node, fault, usual[node.index], now[node.index]))
    .filter(({ grade }) => grade > 0);
}

function impactOn(node, fault, usual, now) {
  const gradeWindow = createGrader(node);
  const grades = usual.map((window, index) => gradeWindow(window, now[index], WINDOW_MINUTES));
  const moved = grades.filter((grade) => grade > 0).length;
  if (moved > 0)
    return {
      node,
      grade: Math.max(...grades),
      moved,
      first: fault.at + grades.findIndex((grade) => grade > 0) * WINDOW_MINUTES * MINUTE,
    };
  const length = fault.until - fault.at;
  const grade = createRequestGrader(node)(wholeOf(usual), wholeOf(now), length / MINUTE);
  return { node, grade, moved, first: fault.at + length / 2 };
}
