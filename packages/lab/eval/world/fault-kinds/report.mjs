// Kinds of fault of the family "report". Each says where it may begin, its random size, and the change of state.
import * as where from "./conditions.mjs";

const { size } = where;
const percentOf = (share) => (100 * share).toFixed(0);
/** A rise to `share` of a fault's whole length, then level. */
const ramp = (progress, share) => Math.min(1, progress / share);

export const reportKinds = [
  {
    name: "query-plan-flipped",
    covers: "latency",
    where: where.isDatabase,
    draw: (chance, isTiny) => ({
      factor: isTiny ? 1.1 : size(chance, 3, 80),
      cpu: isTiny ? 0 : chance.between(0, 0.5),
    }),
    apply: (effects, { factor, cpu }) => {
      effects.latency *= factor;
      effects.steal = cpu;
    },
    describe: (name, { factor }) =>
      `The planner of ${name} reads whole tables: statements take ${factor.toFixed(0)} times as long.`,
  },
  {
    name: "slow-name-resolution",
    covers: "latency",
    where: where.hasCalls,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.0005 : size(chance, 0.02, 0.5) }),
    // The resolver asks its second server after five seconds.
    apply: (effects, { share }) => Object.assign(effects, { edge: "all", waitMs: 5000 * share }),
    describe: (name, { share }) => `One of two name servers of ${name} is dead: ${percentOf(share)} % of calls wait.`,
  },
  {
    name: "heap-pressure",
    covers: "saturation",
    minutes: [20, 180],
    where: where.isApplication,
    draw: (chance, isTiny) => ({ heap: isTiny ? 0.05 : chance.between(0.8, 0.94), pause: chance.between(0.4, 4) }),
    apply: (effects, { heap, pause }, { progress, minute }) => {
      effects.leak = heap * ramp(progress, 0.5);
      // Full collections come in waves.
      if (effects.leak > 0.6) effects.latency *= 1 + pause * (effects.leak - 0.5) * (minute % 4 === 0 ? 4 : 1.5);
    },
    describe: (name, { heap }) => `Live objects fill ${percentOf(heap)} % of the heap of ${name}; it collects garbage.`,
  },
  {
    name: "replication-slot-stuck",
    covers: "saturation",
    minutes: [60, 300],
    where: (node) => where.isDatabase(node) && node.isSending && node.hasReplica,
    draw: (chance, isTiny) => ({
      grown: isTiny ? 0.01 : chance.between(0.15, 0.6),
      seconds: isTiny ? 1 : size(chance, 300, 7200),
    }),
    apply: (effects, { grown, seconds }, { progress }) => {
      effects.disk = grown * progress;
      effects.replicationLag = seconds * progress;
    },
    describe: (name, { grown }) =>
      `A replica of ${name} has stopped; the logs kept for it take ${percentOf(grown)} points of the disk.`,
  },
  {
    name: "native-crashes",
    covers: "errors",
    minutes: [20, 120],
    where: where.isApplication,
    draw: (chance) => ({ every: chance.integer(2, 15) }),
    apply: (effects, { every }, { minute }) => {
      if (minute % every === 0) Object.assign(effects, { restarts: 1, restartCause: "crash" });
    },
    describe: (name, { every }) => `A native library crashes ${name} every ${every} minutes.`,
  },
  {
    name: "signing-key-rotated",
    covers: "errors",
    where: where.isServer,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.002 : size(chance, 0.1, 1), minutes: chance.integer(1, 20) }),
    // Cached keys expire one after the other.
    apply: (effects, { share, minutes }, { minute }) => {
      effects.fail = Math.max(effects.fail, share * ramp(minute + 1, minutes));
      effects.cause = "keys";
    },
    describe: (name, { share }) => `${name} doesn't know the new signing key: ${percentOf(share)} % of requests fail.`,
  },
  {
    name: "provider-quota-spent",
    covers: "errors",
    where: where.isExternal,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.003 : size(chance, 0.15, 1) }),
    apply: (effects, { share }) => {
      effects.limited = share;
    },
    describe: (name, { share }) => `The monthly quota at ${name} is spent: it refuses ${percentOf(share)} % of calls.`,
  },
  {
    name: "ports-exhausted",
    covers: "errors",
    where: where.hasTlsCalls,
    draw: (chance, isTiny) => ({ fail: isTiny ? 0.001 : size(chance, 0.08, 0.9) }),
    apply: (effects, { fail }, { progress }) =>
      Object.assign(effects, { edge: "tls", edgeFail: fail * ramp(progress, 0.3), edgeCause: "ports", waitMs: 15 }),
    describe: (name, { fail }) =>
      `The gateway of ${name} is out of ports: ${percentOf(fail)} % of its outgoing connections fail.`,
  },
  {
    name: "network-partition",
    covers: "errors",
    where: where.hasCalls,
    draw: (chance) => ({ nth: chance.next() }),
    apply: (effects, { nth }, { state }) => {
      const index = Math.floor(nth * state.node.edges.length);
      // Packets vanish: a call waits for as long as its timeout allows.
      const { timeoutMs } = state.node.edges[index];
      Object.assign(effects, { edge: index, edgeFail: 1, edgeCause: "timeout", waitMs: timeoutMs });
    },
    describe: (name) => `A firewall drops the packets of ${name} to one of the services it calls.`,
  },
  {
    name: "zone-impaired",
    covers: "errors",
    where: where.hasPods,
    draw: (chance) => ({ share: chance.between(0.2, 0.7) }),
    apply: (effects, { share }, { state }) => {
      effects.podsOut = Math.max(1, Math.floor(state.pods.length * share));
      effects.capacity *= 1 - share;
      effects.cause = "zone";
    },
    describe: (name, { share }) => `The zone of ${percentOf(share)} % of the pods of ${name} has no network.`,
  },
  {
    name: "health-checks-flapping",
    covers: "errors",
    where: (node) => where.isServer(node) && node.naming !== null,
    draw: (chance, isTiny) => ({ lost: isTiny ? 0.001 : size(chance, 0.05, 0.7), period: chance.integer(3, 8) }),
    apply: (effects, { lost, period }, { minute }) => {
      if (minute % period < period / 2) effects.unavailable = lost;
    },
    describe: (name, { lost }) => `${percentOf(lost)} % of the health checks of ${name} fail, on and off.`,
  },
  {
    name: "cron-job-failing",
    covers: "errors",
    minutes: [30, 150],
    where: (node) => where.isApplication(node) && node.style !== null,
    draw: (chance, isTiny) => ({ every: chance.integer(3, 10), lines: isTiny ? 0.1 : size(chance, 4, 30) }),
    apply: (effects, { every, lines }, { minute }) => {
      if (minute % every === 0) effects.newErrors = lines;
    },
    describe: (name, { every, lines }) =>
      `A job of ${name} fails every ${every} minutes, with about ${lines.toFixed(0)} errors.`,
  },
  {
    name: "stale-routes",
    covers: "errors",
    where: (node) => where.isServer(node) && node.style?.isAccess === true,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.001 : size(chance, 0.05, 0.9), instances: chance.integer(1, 4) }),
    apply: (effects, { share, instances }, { minute }) => {
      const updated = Math.min(instances, 1 + Math.floor(minute / 3));
      effects.fail = Math.max(effects.fail, (share * updated) / instances);
      effects.areErrorsUnlogged = true;
    },
    describe: (name, { share }) =>
      `Routes of ${name} lead to hosts that are gone: ${percentOf(share)} % of requests, seen in access lines only.`,
  },
  {
    name: "client-release-broken",
    covers: "traffic",
    minutes: [20, 120],
    where: where.isBusy,
    draw: (chance, isTiny) => ({ left: isTiny ? 0.95 : size(chance, 0.03, 0.35), minutes: chance.integer(2, 15) }),
    apply: (effects, { left, minutes }, { minute }) => {
      effects.traffic *= 1 - (1 - left) * ramp(minute + 1, minutes);
    },
    describe: (name, { left }) =>
      `A new release of the clients of ${name} can't log in: ${percentOf(left)} % of requests are left.`,
  },
  {
    name: "region-failover",
    covers: "traffic",
    where: where.isBusy,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.1 : size(chance, 1.8, 6) }),
    apply: (effects, { factor }) => {
      effects.traffic *= factor;
      // Connections and caches of the new clients are cold.
      effects.latency *= Math.sqrt(factor);
    },
    describe: (name, { factor }) =>
      `Another region fails over to ${name}, which receives ${factor.toFixed(1)} times its requests.`,
  },
  {
    name: "storage-stalls",
    covers: "traffic",
    where: (node) => where.isServer(node) || (where.isDatabase(node) && node.isSending),
    draw: (chance) => ({ stalled: chance.integer(2, 5), period: chance.integer(6, 9) }),
    apply: (effects, { stalled, period }, { minute }) => {
      effects.isHung = minute % period < stalled;
      if (!effects.isHung) Object.assign(effects, { fail: Math.max(effects.fail, 0.02), cause: "io" });
    },
    describe: (name, { stalled, period }) =>
      `The volume of ${name} stalls for ${stalled} of ${period} minutes: meanwhile it answers nothing.`,
  },
  {
    name: "rebalance-storm",
    covers: "queue",
    minutes: [20, 120],
    where: where.isWorker,
    draw: (chance, isTiny) => ({ lost: isTiny ? 0.05 : chance.between(0.85, 0.99), period: chance.integer(4, 9) }),
    apply: (effects, { lost, period }, { minute }) => {
      effects.isStuck = lost > 0.5 && minute % period !== 0;
      effects.capacity *= 1 - lost;
    },
    describe: (name) => `The consumers of ${name} leave and join their group over and over; hardly any work is done.`,
  },
  {
    name: "message-flood",
    covers: "queue",
    minutes: [20, 120],
    where: where.isWorker,
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.1 : size(chance, 4, 30) }),
    apply: (effects, { factor }) => {
      effects.traffic *= factor;
    },
    describe: (name, { factor }) => `A producer sends ${name} each message ${factor.toFixed(0)} times.`,
  },
  {
    name: "schema-incompatible",
    covers: "queue",
    where: where.isWorker,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.001 : size(chance, 0.04, 1), minutes: chance.integer(1, 10) }),
    apply: (effects, { share, minutes }, { minute }) => {
      // The producers of the new schema are deployed one after the other.
      effects.deadLetters = share * ramp(minute + 1, minutes);
      effects.fail = Math.max(effects.fail, effects.deadLetters);
      effects.cause = "schema";
    },
    describe: (name, { share }) =>
      `A producer changed its schema: ${name} can't read ${percentOf(share)} % of messages, which it sets aside.`,
  },
  {
    name: "scaled-to-zero",
    covers: "silence",
    where: where.isApplication,
    draw: () => ({}),
    apply: (effects) => {
      Object.assign(effects, { isSilent: true, isDown: true });
    },
    describe: (name) => `Somebody scaled ${name} to zero: it sends nothing and refuses connections.`,
  },
  {
    name: "log-appender-blocked",
    covers: "silence",
    minutes: [20, 120],
    where: (node) => where.isApplication(node) && node.style !== null,
    draw: (chance) => ({ factor: chance.between(1.1, 3) }),
    apply: (effects, { factor }, { state }) => {
      effects.areLogsSilent = true;
      effects.addMs += state.node.baseMs * (factor - 1);
    },
    describe: (name) => `The log collector of ${name} takes nothing: lines are lost, and requests wait to write them.`,
  },
  {
    name: "chatty-release",
    covers: "deployments",
    where: (node, nodes) => where.isServer(node) && where.hasStore(node, nodes),
    draw: (chance, isTiny) => ({ factor: isTiny ? 1.1 : size(chance, 2.5, 20) }),
    apply: (effects, { factor }, { state, isFirst, isLast }) => {
      effects.deploys = isFirst || isLast;
      effects.retries *= factor;
      effects.addMs += state.node.baseMs * (factor - 1) * 0.5;
    },
    describe: (name, { factor }) =>
      `A new version of ${name} makes ${factor.toFixed(0)} calls where one was enough, one after the other.`,
  },
  {
    name: "limit-mistyped",
    covers: "deployments",
    where: where.isServer,
    draw: (chance, isTiny) => ({ share: isTiny ? 0.002 : size(chance, 0.08, 0.95) }),
    apply: (effects, { share }, { isFirst, isLast }) => {
      effects.deploys = isFirst || isLast;
      effects.limited = share;
    },
    describe: (name, { share }) =>
      `A new version of ${name} has too low a rate limit: ${percentOf(share)} % of requests get 429.`,
  },
];
