// Days of telemetry of the fleet, minute by minute, in the order of its time; never all in memory.
import { createChance } from "./chance.mjs";
import { withFaults } from "./faults.mjs";
import { createLife, liveMinute } from "./life.mjs";
import { logsOf } from "./logs.mjs";
import * as words from "./messages.mjs";
import { metricsOf } from "./metrics.mjs";

const MINUTE = 60_000;
const ORGANIZATION = "healthy";
const USUAL = {
  leak: 0,
  latencyTimes: 1,
  queueTimes: 1,
  newErrors: 0,
  newError: null,
  silentPod: null,
  isStuck: false,
  isFrozen: false,
  backlog: 0,
};

/** Most comes within two seconds, a little late, and at times what a shipper had kept. */
function delayOf(chance) {
  if (chance.happens(0.002)) return chance.between(60_000, 600_000);
  return chance.happens(0.02) ? chance.between(2000, 45_000) : chance.between(200, 1800);
}

/** Yields the events of one minute after the other. Times are as the senders' clocks say, which differ a little. */
export function* trafficOf(fleet, { from, until, seed, faults = [] }) {
  const chance = createChance(seed * 7919 + 1);
  const lives = fleet.map((service) => createLife(service, from));
  let count = 0;
  for (let at = from; at < until; at += MINUTE) {
    const events = [];
    for (const life of lives) {
      const { service } = life;
      const lived = liveMinute(life, at, words);
      const minute = withFaults(faults, life, { ...USUAL, errorShare: service.errorShare, ...lived });
      const add = (kind) => (time, fields) => {
        const receivedAt = Math.floor(time + delayOf(chance));
        const timestamp = Math.floor(time) + service.clockAheadMs;
        const id = `e${String(count++).padStart(10, "0")}`;
        events.push({
          kind,
          id,
          organizationId: ORGANIZATION,
          service: service.name,
          timestamp,
          receivedAt,
          ...fields,
        });
      };
      metricsOf(life, minute, add("metric"));
      logsOf(life, minute, add("log"));
      if (minute.deployment !== null)
        add("deployment")(at + 500, {
          ...minute.deployment,
          environment: "production",
          metadata: { status: "success" },
        });
    }
    yield events.sort((a, b) => a.timestamp - b.timestamp);
  }
}
