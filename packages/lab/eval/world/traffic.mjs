// The telemetry of a world, minute by minute, in order of timestamp. Memory doesn't grow with time.
import { streamOf } from "./families.mjs";
import { createFaultApplier } from "./fault-kinds.mjs";
import { addLogs, createLogger } from "./logs.mjs";
import { addMetrics, createExporter } from "./metrics.mjs";
import { createStates, simulateMinute } from "./service-state.mjs";

const MINUTE = 60_000;
const ORGANIZATION = "world";

/** Most events arrive within two seconds. A few arrive late, as shippers retry. */
function delayOf(chance, shipsLate) {
  const kind = chance.next();
  if (kind < 0.98) return 200 + chance.next() * 1600 + (shipsLate ? 8000 + chance.next() * 40_000 : 0);
  return kind < 0.999 ? 2000 + chance.next() * 43_000 : 60_000 + chance.next() * 540_000;
}

const byTimestamp = (a, b) => a.timestamp - b.timestamp;

/** Functions that append events of one service to `events.list`. */
function createEmitters(world, state, events, ids, chance) {
  const { node } = state;
  const { name: service, skewMs, shipsLate, environment } = node;
  const metadata = new WeakMap();
  const metadataOf = (pod) => {
    let found = metadata.get(pod);
    if (found === undefined) {
      found = Object.freeze({ env: environment, pod: pod.name });
      metadata.set(pod, found);
    }
    return found;
  };
  const receivedAt = (at) => Math.floor(at + delayOf(chance, shipsLate));
  return {
    log(at, level, message, pod, templateId) {
      const event = {
        kind: "log",
        id: `e${ids.next++}`,
        organizationId: ORGANIZATION,
        service,
        timestamp: at + skewMs,
        receivedAt: receivedAt(at),
        level,
        message,
        metadata: metadataOf(pod),
      };
      if (world.withTruth) event.truth = templateId;
      events.list.push(event);
    },
    metric(at, name, value, unit, labels) {
      events.list.push({
        kind: "metric",
        id: `e${ids.next++}`,
        organizationId: ORGANIZATION,
        service,
        timestamp: at + skewMs,
        receivedAt: receivedAt(at),
        name,
        value,
        unit,
        labels,
      });
    },
    deployment(at, version) {
      events.list.push({
        kind: "deployment",
        id: `e${ids.next++}`,
        organizationId: ORGANIZATION,
        service,
        timestamp: at,
        receivedAt: receivedAt(at),
        version,
        environment,
        gitHash: Math.floor(chance.next() * 16 ** 10)
          .toString(16)
          .padStart(10, "0"),
        metadata: { status: "success" },
      });
    },
  };
}

function createSenders(world, states, from, events) {
  const ids = { next: 10_000_000_000 };
  return states
    .filter(({ node }) => node.isSending)
    .map((state) => ({
      state,
      emit: createEmitters(
        world,
        state,
        events,
        ids,
        streamOf(world.streamSeed, 59, state.node.index, Math.floor(from / MINUTE)),
      ),
      logger: state.node.style === null ? null : createLogger(world, state, from),
      exporter: state.node.naming === null ? null : createExporter(world, state, from),
    }));
}

/**
 * Yields the events of one minute after the other. Timestamps are as the senders' clocks say, which differ a little.
 *
 * @param {ReturnType<typeof import("./world.mjs").createWorld>} world from `createWorld`
 * @param {{ from: number, until: number, faults?: object[] }} span
 */
export function* trafficOf(world, { from, until, faults = [] }) {
  const begin = Math.floor(from / MINUTE) * MINUTE;
  const states = createStates(world, begin);
  const applyFaults = createFaultApplier(world, faults);
  const events = { list: [] };
  const senders = createSenders(world, states, begin, events);
  for (let at = begin; at < until; at += MINUTE) {
    events.list = [];
    simulateMinute(world, states, at, applyFaults);
    const iso = new Date(at).toISOString();
    const clock = { day: iso.slice(0, 10), hourMinute: iso.slice(11, 16) };
    for (const { state, emit, logger, exporter } of senders) {
      if (state.deployment !== null) emit.deployment(at + 500, state.deployment.version);
      if (state.effects.isSilent || state.day.isGap) continue;
      if (exporter !== null) addMetrics(exporter, at, emit.metric);
      if (logger !== null && !state.effects.areLogsSilent) addLogs(logger, at, clock, emit.log);
    }
    yield events.list.sort(byTimestamp);
  }
}
