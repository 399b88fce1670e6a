// Kinds of fault of the family "choose". Each says where it may begin, its random size, and the change of state.
import * as where from "./conditions.mjs";

const { size } = where;

export const chooseKinds = [
  {
    name: "dependency-slow",
    covers: "latency",
    where: where.isCallee,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.1 : size(chance, 3, 60) }),
    apply: (effects, { factor }) => {
      effects.latency *= factor;
    },
    describe: (name, { factor }) => `${name} does its own work ${factor.toFixed(0)} times slower; callers wait for it.`,
  },
  {
    name: "crash-loop",
    covers: "deployments",
    where: where.isApplication,
    draw: (chance) => ({ down: chance.between(0.4, 1) }),
    apply: (effects, { down }, { isFirst, isLast, minute }) => {
      effects.deploys = isFirst || isLast;
      // Restarts are backed off exponentially up to five minutes.
      const age = minute < 8 ? minute % 2 : minute % 5;
      Object.assign(effects, { restarts: age === 0 ? 1 : 0, restartCause: "config" });
      if (age / (minute < 8 ? 2 : 5) < down) effects.isDown = true;
    },
    describe: (name) => `A new version of ${name} crashes at start again and again.`,
  },
  {
    name: "config-error",
    covers: "deployments",
    where: where.isServer,
    draw: (chance, isTiny) => ({ path: isTiny ? 0.002 : size(chance, 0.05, 0.6) }),
    apply: (effects, { path }, { isFirst, isLast }) => {
      effects.deploys = isFirst || isLast;
      effects.fail = Math.max(effects.fail, path);
      effects.cause = "config";
    },
    describe: (name, { path }) =>
      `A wrong setting of ${name} fails one code path, ${(100 * path).toFixed(0)} % of requests.`,
  },
  {
    name: "dns-failure",
    covers: "errors",
    where: where.hasCalls,
    draw: (chance, isTiny) => ({ fail: isTiny ? 0.001 : size(chance, 0.15, 1) }),
    apply: (effects, { fail }) => Object.assign(effects, { edge: "all", edgeFail: fail, edgeCause: "dns", waitMs: 40 }),
    describe: (name, { fail }) =>
      `${name} can't resolve the names of its callees in ${(100 * fail).toFixed(0)} % of calls.`,
  },
  {
    name: "retry-storm",
    covers: "traffic",
    where: where.isBusy,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.1 : size(chance, 3, 10) }),
    apply: (effects, { factor }) => {
      effects.traffic *= factor;
    },
    describe: (name, { factor }) =>
      `Clients retry without back-off: ${name} receives ${factor.toFixed(1)} times its requests.`,
  },
  {
    name: "cpu-throttling",
    covers: "saturation",
    where: where.isApplication,
    draw: (chance, isTiny) => ({ steal: isTiny ? 0.03 : chance.between(0.35, 0.85) }),
    apply: (effects, { steal }) => {
      effects.steal = steal;
      effects.capacity *= 1 - steal;
      effects.latency *= 1 / (1 - steal);
    },
    describe: (name, { steal }) => `A noisy neighbour takes ${(100 * steal).toFixed(0)} % of the CPU of ${name}.`,
  },
  {
    name: "disk-filling",
    covers: "saturation",
    minutes: [120, 360],
    where: (node) => where.isApplication(node) || (where.isDatabase(node) && node.isSending),
    draw: (chance, isTiny) => ({ grown: isTiny ? 0.01 : chance.between(0.25, 0.9) }),
    apply: (effects, { grown }, { progress }) => {
      effects.disk = grown * progress;
    },
    describe: (name, { grown }) => `The disk of ${name} fills by ${(100 * grown).toFixed(0)} points.`,
  },
  {
    name: "consumer-slow",
    covers: "queue",
    minutes: [30, 180],
    where: where.isWorker,
    draw: (chance, isTiny) => ({ capacity: isTiny ? 0.9 : chance.between(0.02, 0.12) }),
    apply: (effects, { capacity }) => {
      effects.capacity *= capacity;
      effects.latency *= Math.min(12, 1 / capacity);
    },
    describe: (name, { capacity }) => `${name} consumes at ${(100 * capacity).toFixed(0)} % of its rate; lag grows.`,
  },
  {
    name: "missing-heartbeat",
    covers: "silence",
    minutes: [30, 120],
    where: (node) => where.isApplication(node) && node.style !== null && !node.style.isAccess,
    draw: () => ({}),
    apply: (effects) => {
      effects.hasNoHeartbeat = true;
    },
    describe: (name) => `A feature flag stops the scheduler of ${name}: its heartbeat line is missing.`,
  },
  {
    name: "quiet-partial-errors",
    covers: "errors",
    minutes: [30, 120],
    where: where.isQuiet,
    draw: (chance) => ({ fail: chance.between(0.08, 0.3) }),
    apply: (effects, { fail }) => {
      effects.fail = Math.max(effects.fail, fail);
      effects.cause = "config";
    },
    describe: (name, { fail }) => `${(100 * fail).toFixed(0)} % of the few requests of ${name} fail.`,
  },
  {
    name: "cache-down",
    covers: "latency",
    where: where.isCache,
    draw: (chance, isTiny) => ({ hit: isTiny ? 0.98 : chance.between(0, 0.6) }),
    apply: (effects, { hit }) => {
      effects.cache *= hit;
      effects.isDown = hit < 0.1;
    },
    describe: (name, { hit }) => `${name} keeps ${(100 * hit).toFixed(0)} % of its hits; the databases get the rest.`,
  },
];
