// The catalog of metric namings with the family each belongs to, and the series of a service.
import { azureMonitor } from "./metric-namings/azure-monitor.mjs";
import { googleCloud } from "./metric-namings/google-cloud.mjs";
import { graphite } from "./metric-namings/graphite.mjs";
import { otel } from "./metric-namings/otel.mjs";
import { prometheus } from "./metric-namings/prometheus.mjs";
import { rabbitPlain } from "./metric-namings/rabbit-plain.mjs";
import { statsd } from "./metric-namings/statsd.mjs";
import { zabbix } from "./metric-namings/zabbix.mjs";

const BY_FAMILY = {
  develop: [prometheus, statsd, rabbitPlain],
  choose: [otel, graphite],
  report: [azureMonitor, googleCloud, zabbix],
};

export const NAMINGS = Object.entries(BY_FAMILY).flatMap(([family, namings]) =>
  namings.map((naming) => ({ ...naming, family })),
);

export function pickNaming(family, node, chance) {
  const namings = NAMINGS.filter((naming) => naming.family === family);
  return namings[(node.index + (chance.happens(0.3) ? 1 : 0)) % namings.length];
}

const QUEUE = new Set(
  "queue oldest processed processedTotal deadLetters deadLettersTotal unacked consumers".split(" "),
);
const POOL = new Set("poolActive poolMax poolPending poolUsage".split(" "));

function canHave(node, nodes, signal, chance) {
  const calls = (role) => node.role === role || node.edges.some(({ to }) => nodes[to].role === role);
  if (QUEUE.has(signal)) return node.role === "worker";
  if (POOL.has(signal)) return calls("database");
  if (signal === "hit") return calls("cache");
  if (signal === "replicationLag") return node.hasReplica;
  if (signal.startsWith("limited")) return node.role === "edge" || chance.happens(0.2);
  return true;
}

const isStore = ({ role }) => role === "database" || role === "cache" || role === "broker";
/** Signals that stores have under the same names as applications. */
const OF_HOSTS = new Set(
  "cpu cpuSecondsTotal memoryBytes memoryRatio diskRatio diskFreeBytes iops load replicationLag networkBytes networkBytesTotal uptime startSeconds up restartsTotal replicas hit".split(
    " ",
  ),
);

/** The row under the store's own name, none for signals that stores don't have. */
function rowOf(node, row) {
  if (!isStore(node) || OF_HOSTS.has(row[0])) return [row];
  const name = node.naming.storeNames[row[0]];
  return name === undefined ? [] : [row.with(1, name)];
}

const snake = (name) => name.replaceAll("-", "_");

/** Series of the service: { signal, name, unit, labels, scale, byPod }. Labels are shared by all points of a series. */
export function createSeries(node, nodes, chance) {
  const { naming } = node;
  const common = {
    env: node.environment,
    ...(chance.happens(0.3) && { region: chance.pick(["eu-1", "eu-2", "us-1"]) }),
  };
  const byPods = chance.happens(0.6);
  const share = chance.between(0.45, 1);
  return naming.rows
    .flatMap((row) => rowOf(node, row))
    .filter(([signal, , , { isCore }]) => canHave(node, nodes, signal, chance) && (chance.happens(share) || isCore))
    .map(([signal, name, unit, { labels = {}, scale = 1, byPod = false }]) => {
      const ownLabels = Object.fromEntries(
        Object.entries(labels).map(([key, value]) => [key, value.replaceAll("SERVICE", node.name)]),
      );
      return {
        signal,
        name: name.replaceAll("SERVICE", snake(node.name)),
        unit,
        labels: Object.freeze({ ...common, ...ownLabels }),
        scale,
        byPod: byPod && byPods,
      };
    });
}
