// What goes wrong on a day that isn't healthy. Each fault changes what a minute of its service is like while it lasts.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NEW_ERROR = {
  write: ({ id, ms }) => `Ledger refused booking ${id}: unknown currency profile, rolled back after ${ms} ms`,
  thing: "ledger",
  peer: "postgres",
};

/** Of each kind: for whom, how long, from which hour (left out: one after the other), and what it does to a minute, given how far it is from 0 to 1. */
const KINDS = {
  "error burst": { of: "api", minutes: 20, change: () => ({ errorShare: 0.4 }) },
  "latency shift": { of: "api", minutes: 60, change: () => ({ latencyTimes: 3 }) },
  "memory leak": { of: "api", minutes: 240, change: ({ progress }) => ({ leak: Math.min(1, progress * 1.1) }) },
  "service silent": { of: "api", minutes: 40, change: () => ({ isSpeaking: false }) },
  "pod silent": { of: "api", minutes: 60, change: ({ life }) => ({ silentPod: life.pods[0] }) },
  "bad deployment": { of: "api", minutes: 45, change: () => ({ errorShare: 0.15 }), deploys: true },
  "new error": { of: "api", minutes: 60, change: () => ({ newErrors: 1.5, newError: NEW_ERROR }) },
  "traffic lost": { of: "api", minutes: 60, change: ({ minute }) => ({ requests: Math.round(minute.requests * 0.1) }) },
  "queue stuck": { of: "worker", minutes: 60, change: () => ({ isStuck: true }) },
  // The process goes on, but what it says of itself is what it said when this began.
  "flat line": { of: "api", minutes: 180, change: () => ({ isFrozen: true }), begins: 15 },
  // Too slow for any hour to look odd, and never at a limit.
  "slow leak": { of: "api", minutes: 1260, change: ({ progress }) => ({ leak: 0.6 * progress }), begins: 1 },
  "slow queue": {
    of: "worker",
    minutes: 1260,
    change: ({ life, progress }) => ({ backlog: 2 * life.service.peak * progress }),
    begins: 1,
  },
};

/** One of each kind, each at a service of its own, from morning to evening of the day that begins at `from`. */
export function planFaults(fleet, from, chance) {
  const free = [...fleet];
  return Object.entries(KINDS).flatMap(([kind, { of, minutes, change, deploys, begins }], index) => {
    const place = free.findIndex((service) => service.kind === of);
    if (place < 0) return [];
    // Not always the same services.
    const candidates = free.filter((service) => service.kind === of);
    const service = chance.pick(candidates);
    free.splice(free.indexOf(service), 1);
    const start = begins === undefined ? 7 * HOUR + index * 80 * MINUTE : begins * HOUR;
    const at = from + start + chance.integer(0, 40) * MINUTE;
    return [{ kind, service: service.name, at, until: at + minutes * MINUTE, change, deploys: deploys === true }];
  });
}

/** The minute as the faults leave it. */
export function withFaults(faults, life, minute) {
  let changed = minute;
  for (const fault of faults) {
    if (fault.service !== life.service.name || minute.at < fault.at || minute.at >= fault.until) continue;
    const progress = (minute.at - fault.at) / (fault.until - fault.at);
    changed = { ...changed, ...fault.change({ life, minute: changed, progress }) };
    if (fault.deploys && minute.at === fault.at)
      changed = { ...changed, deployment: { version: `1.${life.version}.1` } };
  }
  return changed;
}
