// Kinds of fault of the family "report". Each says where it may begin, its random size, and the change of state.
import * as where from "./conditions.mjs";

const { size } = where;

export const reportKinds = [
  {
    name: "lock-contention",
    covers: "latency",
    where: where.isDatabase,
    draw: (chance, isTiny) => ({
      factor: isTiny ? 1.1 : size(chance, 5, 150),
      fail: isTiny ? 0 : chance.between(0, 0.2),
    }),
    apply: (effects, { factor, fail }) => {
      effects.latency *= factor;
      effects.fail = Math.max(effects.fail, fail);
      effects.cause = "lock";
    },
    describe: (name) => `Transactions in ${name} wait for each other's locks.`,
  },
  {
    name: "slow-deployment",
    covers: "deployments",
    where: where.isServer,
    draw: (chance, isTiny) => ({
      factor: isTiny ? 1.08 : size(chance, 2, 12),
      fail: isTiny ? 0 : chance.between(0, 0.1),
    }),
    apply: (effects, { factor, fail }, { state, isFirst, isLast }) => {
      effects.deploys = isFirst || isLast;
      effects.addMs += state.node.baseMs * (factor - 1);
      effects.fail = Math.max(effects.fail, fail);
      effects.cause = "query";
    },
    describe: (name, { factor }) => `A new version of ${name} needs ${factor.toFixed(1)} times as long.`,
  },
  {
    name: "access-log-errors",
    covers: "errors",
    where: (node) => where.isServer(node) && node.style?.isAccess === true,
    draw: (chance, isTiny) => ({ fail: isTiny ? 0.001 : size(chance, 0.06, 1) }),
    apply: (effects, { fail }) => {
      effects.fail = Math.max(effects.fail, fail);
      effects.areErrorsUnlogged = true;
    },
    describe: (name, { fail }) =>
      `${name} answers 5xx to ${(100 * fail).toFixed(0)} % of requests; only access lines say so.`,
  },
  {
    name: "external-provider-failing",
    covers: "errors",
    where: where.isExternal,
    draw: (chance, isTiny) => ({ fail: isTiny ? 0.003 : size(chance, 0.2, 1) }),
    apply: (effects, { fail }) => {
      effects.fail = Math.max(effects.fail, fail);
    },
    describe: (name, { fail }) => `The external provider ${name} fails ${(100 * fail).toFixed(0)} % of calls.`,
  },
  {
    name: "rate-limited",
    covers: "traffic",
    where: where.isBusy,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.05 : size(chance, 1.5, 6) }),
    apply: (effects, { factor }) => {
      effects.traffic *= factor;
      effects.limited = Math.max(0, 1 - 1.2 / factor);
    },
    describe: (name, { factor }) =>
      `One client sends ${factor.toFixed(1)} times the usual requests to ${name}, which answers 429.`,
  },
  {
    name: "oom-kills",
    covers: "saturation",
    where: where.isApplication,
    draw: (chance) => ({ every: chance.integer(3, 12) }),
    apply: (effects, { every }, { minute }) => {
      const phase = minute % every;
      effects.leak = 0.3 + (0.69 * phase) / every;
      if (phase === 0 && minute > 0) Object.assign(effects, { restarts: 1, restartCause: "memory" });
    },
    describe: (name, { every }) => `The kernel kills ${name} for lack of memory every ${every} minutes.`,
  },
  {
    name: "replication-lag",
    covers: "queue",
    minutes: [30, 180],
    where: (node) => where.isDatabase(node) && node.isSending && node.hasReplica,
    draw: (chance, isTiny) => ({ seconds: isTiny ? 1 : size(chance, 60, 3600) }),
    apply: (effects, { seconds }, { progress }) => {
      effects.replicationLag = seconds * progress;
    },
    describe: (name, { seconds }) => `The replica of ${name} falls behind by ${seconds.toFixed(0)} s.`,
  },
  {
    name: "poison-messages",
    covers: "queue",
    where: where.isWorker,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.001 : size(chance, 0.05, 0.8) }),
    apply: (effects, { share }) => {
      effects.deadLetters = share;
      effects.fail = Math.max(effects.fail, share);
      effects.cause = "poison";
    },
    describe: (name, { share }) => `${name} can't parse ${(100 * share).toFixed(0)} % of messages; dead letters grow.`,
  },
  {
    name: "pod-outage",
    covers: "errors",
    where: where.hasPods,
    draw: () => ({}),
    apply: (effects) => {
      effects.podsOut = 1;
      effects.cause = "pod";
    },
    describe: (name) => `One pod of ${name} fails all its requests.`,
  },
  {
    name: "thread-pool-deadlock",
    covers: "traffic",
    where: where.isServer,
    draw: () => ({}),
    apply: (effects) => {
      effects.isHung = true;
    },
    describe: (name) => `All threads of ${name} wait for each other: it answers nothing.`,
  },
  {
    name: "logs-stopped",
    covers: "silence",
    minutes: [20, 120],
    where: (node) => where.isApplication(node) && node.style !== null,
    draw: () => ({}),
    apply: (effects) => {
      effects.areLogsSilent = true;
    },
    describe: (name) => `The log shipper of ${name} is broken; its metrics go on.`,
  },
  {
    name: "availability-drop",
    covers: "errors",
    where: (node) => where.isServer(node) && node.naming !== null,
    draw: (chance, isTiny) => ({ lost: isTiny ? 0.0005 : size(chance, 0.02, 0.3) }),
    apply: (effects, { lost }) => {
      effects.unavailable = lost;
    },
    describe: (name, { lost }) => `The availability of ${name} falls to ${(100 - 100 * lost).toFixed(1)} %.`,
  },
  {
    name: "network-loss",
    covers: "latency",
    where: where.hasCalls,
    draw: (chance, isTiny) => ({ loss: isTiny ? 0.001 : chance.between(0.05, 0.3) }),
    apply: (effects, { loss }) =>
      Object.assign(effects, { edge: "all", edgeFail: loss * 0.6, edgeCause: "reset", waitMs: 3000 * loss ** 1.5 }),
    describe: (name, { loss }) => `${(100 * loss).toFixed(0)} % of the packets of ${name} are lost.`,
  },
  {
    name: "new-error",
    covers: "errors",
    minutes: [20, 120],
    where: (node) => where.isApplication(node) && node.style !== null,
    draw: (chance, isTiny) => ({ aMinute: isTiny ? 0.05 : size(chance, 0.5, 4) }),
    apply: (effects, { aMinute }) => {
      effects.newErrors = aMinute;
    },
    describe: (name, { aMinute }) =>
      `${name} logs a kind of error that wasn't there before, ${aMinute.toFixed(1)} a minute.`,
  },
];
