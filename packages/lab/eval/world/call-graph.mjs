// The random call graph. Nodes are in topological order: an edge always leads to a node with a higher index.
import { createNames } from "./service-names.mjs";

/** Roles that own a database. */
const OWNERS = new Set(["middle", "leaf", "worker"]);
const CALL_TIMEOUTS_MS = [500, 1000, 2000, 3000, 5000, 10_000, 30_000];

/** How many services of each role send telemetry. */
function countsOf(services) {
  const staging = services >= 8 ? Math.max(1, Math.round(services * 0.06)) : 0;
  const database = services >= 6 ? 1 + Math.round(services * 0.04) : 0;
  const cache = services >= 10 ? 1 : 0;
  const broker = services >= 10 ? 1 : 0;
  const office = services >= 8 ? 1 : 0;
  const batch = services >= 10 ? 1 : 0;
  const rest = services - staging - database - cache - broker - office - batch;
  const edge = Math.max(1, Math.round(rest * 0.17));
  const worker = rest >= 4 ? Math.max(1, Math.round(rest * 0.15)) : 0;
  const leaf = Math.max(1, Math.round(rest * 0.27));
  return {
    edge,
    office,
    batch,
    middle: Math.max(0, rest - edge - worker - leaf),
    worker,
    leaf,
    staging,
    database,
    cache,
    broker,
  };
}

/** A few popular services have many callers. */
const pickPopular = (nodes, chance) => nodes[Math.floor(nodes.length * chance.next() ** 1.7)];

const ratioOf = (chance) =>
  chance.happens(0.12) ? Math.exp(chance.between(-6, -4)) : Math.exp(chance.between(Math.log(0.08), Math.log(1.3)));

function connect(from, to, chance) {
  if (to === undefined || from.edges.length >= 5 || from.edges.some((edge) => edge.to === to.index)) return;
  const isStore = to.role === "database" || to.role === "cache" || to.role === "broker";
  const ratio = isStore ? chance.between(0.5, 2.5) : ratioOf(chance);
  from.edges.push({
    to: to.index,
    ratio,
    /** Share of requests that need this callee. */
    share: Math.min(1, ratio),
    isStore,
    hasTls: to.role === "external" || (!isStore && chance.happens(0.7)),
    fallback: to.role === "cache" ? 0.95 : chance.happens(0.3) ? chance.between(0.3, 0.9) : 0,
    timeoutMs: chance.pick(CALL_TIMEOUTS_MS),
    retries: isStore || chance.happens(0.5) ? 0 : chance.integer(1, 2),
  });
}

function connectAll({ nodes, ofRole }, chance) {
  const leaves = ofRole("leaf");
  const middles = ofRole("middle");
  const databases = ofRole("database");
  const owners = nodes.filter(({ role }) => OWNERS.has(role));
  const callSome = (from, targets, count) => {
    for (let nth = 0; nth < count && targets.length > 0; nth++) connect(from, pickPopular(targets, chance), chance);
  };
  const useStores = (from, share) => {
    if (chance.happens(share) && !from.edges.some(({ isStore }) => isStore))
      connect(from, chance.pick(databases), chance);
    if (chance.happens(share * 0.5)) connect(from, chance.pick(ofRole("cache")), chance);
  };
  for (const database of databases) connect(nodes[database.owner], database, chance);
  for (const node of nodes) {
    const later = middles.filter(({ index }) => index > node.index);
    if (node.role === "edge") callSome(node, later.length > 0 ? later : leaves, chance.integer(1, 4));
    if (node.role === "office" || node.role === "batch") callSome(node, [...later, ...leaves], chance.integer(1, 2));
    if (node.role === "batch" || node.role === "office") connect(node, chance.pick(databases), chance);
    if (node.role === "middle") {
      callSome(node, later.length > 0 && chance.happens(0.5) ? later : leaves, chance.integer(1, 3));
      useStores(node, 0.75);
      if (chance.happens(0.15)) connect(node, chance.pick(ofRole("external")), chance);
    }
    if (node.role === "leaf") {
      useStores(node, 0.85);
      if (chance.happens(0.3)) connect(node, chance.pick(ofRole("external")), chance);
    }
    if (node.role === "worker") {
      callSome(node, leaves, chance.integer(0, 2));
      useStores(node, 0.8);
      if (chance.happens(0.4)) connect(node, chance.pick(ofRole("external")), chance);
    }
  }
  for (const external of ofRole("external")) connect(chance.pick(owners), external, chance);
  for (const node of [...middles, ...leaves]) {
    if (nodes.some(({ edges }) => edges.some(({ to }) => to === node.index))) continue;
    const callers = nodes.filter(
      ({ role, index, edges }) => (role === "edge" || role === "middle") && index < node.index && edges.length < 5,
    );
    if (callers.length > 0) connect(chance.pick(callers), node, chance);
  }
}

/** Workers read what their producers publish to the broker. */
function connectQueues({ nodes, ofRole }, chance) {
  const producers = nodes.filter(({ role }) => role === "edge" || role === "middle");
  for (const worker of ofRole("worker")) {
    const broker = chance.pick(ofRole("broker"));
    worker.broker = broker.index;
    for (let nth = chance.integer(1, 3); nth > 0; nth--) {
      const producer = chance.pick(producers);
      if (worker.feeds.some(({ from }) => from === producer.index)) continue;
      worker.feeds.push({ from: producer.index, ratio: chance.between(0.05, 0.8) });
      connect(producer, broker, chance);
    }
  }
}

/** Nodes of the world: { index, name, role, isSending, environment, edges, feeds, broker }. */
export function createCallGraph({ family, services, chance }) {
  const names = createNames(family, chance);
  const counts = countsOf(services);
  const nodes = [];
  const add = (role, name, isSending, environment = "production") =>
    nodes.push({
      index: nodes.length,
      name,
      role,
      isSending,
      environment,
      edges: [],
      feeds: [],
      broker: -1,
      source: -1,
    });
  const kinds = {
    edge: "edges",
    office: "office",
    batch: "batch",
    middle: "middles",
    worker: "workers",
    leaf: "leaves",
  };
  for (const [role, words] of Object.entries(kinds))
    for (let nth = 0; nth < counts[role]; nth++) add(role, names.take(words), true);
  const owners = nodes.filter(({ role }) => OWNERS.has(role));
  const databases = Math.max(1, counts.database, Math.round(services / 4));
  for (let nth = 0; nth < databases; nth++) {
    const owner = owners[(nth * 3) % owners.length];
    const name = `${owner.name}-${chance.pick(["db", "postgres", "mysql"])}`;
    const isTaken = nodes.some((node) => node.name === name);
    add("database", isTaken ? `${name}-${nth}` : name, nth < counts.database);
    nodes.at(-1).owner = owner.index;
  }
  add("cache", chance.pick(["redis", "session-redis", "memcached", "hot-cache"]), counts.cache > 0);
  if (services > 15) add("cache", `${names.words.company}-redis`, false);
  add("broker", chance.pick(["kafka", "rabbitmq", "events-broker", "nats"]), counts.broker > 0);
  for (let nth = chance.integer(2, 4); nth > 0; nth--) add("external", names.take("externals"), false);
  const ofRole = (role) => nodes.filter((node) => node.role === role);
  const graph = { nodes, ofRole };
  connectAll(graph, chance);
  connectQueues(graph, chance);
  const copied = nodes.filter(({ role }) => role === "edge" || role === "middle" || role === "leaf");
  for (let nth = 0; nth < counts.staging; nth++) {
    const source = copied[(nth * 5 + 1) % copied.length];
    add("staging", `${source.name}-staging${nth >= copied.length ? nth : ""}`, true, "staging");
  }
  return nodes;
}
