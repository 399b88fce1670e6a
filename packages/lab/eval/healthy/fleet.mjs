// Twenty services of a shop: how busy each is, how it is built, what it writes.
import { createChance } from "./chance.mjs";
import { templatesFor } from "./messages.mjs";

/** `api` answers requests, `worker` empties a queue, `batch` speaks only while a job runs, `office` is used by a few people in office hours. */
const NAMES = [
  ["storefront", "api"],
  ["search-api", "api"],
  ["basket-api", "api"],
  ["invoice-batch", "batch"],
  ["email-worker", "worker"],
  ["backoffice", "office"],
  ["checkout-api", "api"],
  ["payment-gateway", "api"],
  ["catalog-api", "api"],
  ["pricing", "api"],
  ["inventory", "api"],
  ["shipping", "api"],
  ["auth", "api"],
  ["user-profile", "api"],
  ["recommendation", "api"],
  ["notification-worker", "worker"],
  ["media-resizer", "worker"],
  ["fraud-scorer", "worker"],
  ["audit-log", "api"],
  ["report-nightly", "batch"],
];

const PEAK_REQUESTS = { api: [120, 1500], worker: [60, 400], batch: [100, 300], office: [3, 8] };
const WEEKEND = { api: [0.6, 1.3], worker: [0.5, 1.1], batch: [1, 1], office: [0, 0.1] };

function createService([name, kind], chance) {
  return {
    name,
    kind,
    chance,
    /** Requests or items a minute at the busiest time of a usual day. */
    peak: chance.between(...PEAK_REQUESTS[kind]),
    weekend: chance.between(...WEEKEND[kind]),
    /** What is left of the peak at night. */
    night: kind === "office" ? 0.02 : chance.between(0.05, 0.3),
    peakHour: chance.between(12, 20),
    errorShare: Math.exp(chance.between(Math.log(0.001), Math.log(0.02))),
    logsAMinute: kind === "office" ? 3 : chance.between(8, 45),
    latencyMs: Math.exp(chance.between(Math.log(8), Math.log(250))),
    podsMin: kind === "batch" || kind === "office" ? 1 : chance.integer(1, 2),
    podsMax: kind === "api" ? 3 : kind === "worker" ? 2 : 1,
    cpuAtRest: chance.between(1, 6),
    cpuAtPeak: chance.between(25, 60),
    memory: { floor: chance.between(25, 45), ceiling: chance.between(60, 82), minutes: chance.between(20, 240) },
    disk: { start: chance.between(25, 60), aDay: chance.between(0.1, 1), rotates: chance.happens(0.3) },
    pool: { size: chance.pick([10, 20, 50]), share: chance.between(0.15, 0.5) },
    hasCache: chance.happens(0.5),
    hasReplica: chance.happens(0.2),
    /** Nightly for a batch, for others a job at the full hour of some hours. */
    job: {
      hour: chance.integer(0, 4),
      minutes: chance.integer(35, 70),
      hourly: chance.happens(0.4),
      load: chance.between(0.3, 1.5),
    },
    deploysADay: kind === "batch" ? 0.1 : chance.between(0.15, 0.6),
    retriesADay: chance.between(0.5, 3),
    clockAheadMs: chance.integer(-1500, 1500),
    templates: templatesFor(name, kind, chance),
  };
}

export const createFleet = (seed, count = NAMES.length) =>
  NAMES.slice(0, count).map((each, index) => createService(each, createChance(seed * 1000 + index)));
