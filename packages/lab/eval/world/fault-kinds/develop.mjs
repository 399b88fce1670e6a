// Kinds of fault of the family "develop". Each says where it may begin, its random size, and the change of state.
// `draw` gets `isTiny` for the few faults that nobody should notice.
import * as where from "./conditions.mjs";

const { size } = where;

export const developKinds = [
  {
    name: "latency-increase",
    covers: "latency",
    where: where.isServer,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.08 : size(chance, 2, 20) }),
    apply: (effects, { factor }, { state }) => {
      effects.addMs += state.node.baseMs * (factor - 1);
    },
    describe: (name, { factor }) => `${name} answers ${factor.toFixed(1)} times slower.`,
  },
  {
    name: "bad-deployment",
    covers: "deployments",
    where: where.isServer,
    draw: (chance, isTiny) => ({ fail: isTiny ? 0.002 : size(chance, 0.05, 1) }),
    apply: (effects, { fail }, { isFirst, isLast }) => {
      effects.deploys = isFirst || isLast;
      effects.fail = Math.max(effects.fail, fail);
      effects.cause = "regression";
    },
    describe: (name, { fail }) => `A new version of ${name} fails ${(100 * fail).toFixed(0)} % of its requests.`,
  },
  {
    name: "dependency-refused",
    covers: "errors",
    where: where.isCallee,
    draw: () => ({}),
    apply: (effects) => {
      effects.isDown = true;
    },
    describe: (name) => `${name} is down and refuses connections.`,
  },
  {
    name: "traffic-lost",
    covers: "traffic",
    where: where.isBusy,
    draw: (chance, isTiny) => ({ left: isTiny ? 0.95 : size(chance, 0.01, 0.2) }),
    apply: (effects, { left }) => {
      effects.traffic *= left;
    },
    describe: (name, { left }) => `${name} receives ${(100 * left).toFixed(0)} % of its usual requests.`,
  },
  {
    name: "memory-leak",
    covers: "saturation",
    minutes: [60, 480],
    where: where.isApplication,
    draw: (chance, isTiny) => ({ leak: isTiny ? 0.02 : chance.between(0.6, 1.2) }),
    apply: (effects, { leak }, { progress, isLast, minute }) => {
      const leaked = leak * progress;
      effects.leak = Math.min(0.97, leaked);
      if (leaked > 0.75) effects.latency *= 1 + (Math.min(leaked, 1) - 0.75) * 4;
      if (leaked > 0.95 && minute % 6 === 0) Object.assign(effects, { restarts: 1, restartCause: "memory" });
      if (isLast) effects.restarts = 1;
    },
    describe: (name, { leak }) => `${name} leaks ${Math.min(100, 100 * leak).toFixed(0)} % of its memory.`,
  },
  {
    name: "queue-stuck",
    covers: "queue",
    where: where.isWorker,
    draw: () => ({}),
    apply: (effects) => {
      effects.isStuck = true;
    },
    describe: (name) => `The consumer of ${name} is dead and its queue grows.`,
  },
  {
    name: "silent-service",
    covers: "silence",
    where: where.isApplication,
    draw: () => ({}),
    apply: (effects) => {
      effects.isSilent = true;
    },
    describe: (name) => `${name} sends neither logs nor metrics.`,
  },
  {
    name: "connection-pool-exhausted",
    covers: "saturation",
    where: where.hasStore,
    draw: (chance, isTiny) => ({ taken: isTiny ? 0.05 : chance.between(0.95, 1.8) }),
    apply: (effects, { taken }, { progress }) => {
      effects.pool += taken * Math.min(1, progress * 5 + 0.2);
    },
    describe: (name) => `Connections of ${name} to its database aren't given back.`,
  },
  {
    name: "quiet-error-burst",
    covers: "errors",
    where: where.isQuiet,
    draw: () => ({}),
    apply: (effects) => {
      effects.fail = 1;
      effects.cause = "regression";
    },
    describe: (name) => `All of the few requests of ${name} fail.`,
  },
  {
    name: "certificate-expired",
    covers: "errors",
    where: where.hasTlsCalls,
    draw: () => ({}),
    apply: (effects) => Object.assign(effects, { edge: "tls", edgeFail: 1, edgeCause: "tls" }),
    describe: (name) => `The certificate of ${name} has expired: its TLS calls fail.`,
  },
  {
    name: "thread-pool-saturated",
    covers: "latency",
    where: where.isBusy,
    draw: (chance, isTiny) => ({ capacity: isTiny ? 0.9 : chance.between(0.04, 0.25) }),
    apply: (effects, { capacity }) => {
      effects.capacity *= capacity;
    },
    describe: (name, { capacity }) => `${name} has ${(100 * capacity).toFixed(0)} % of its worker threads left.`,
  },
];
