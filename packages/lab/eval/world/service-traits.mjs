// Constant properties of a service: load, capacity, latency, resources, clocks, and how it ships its telemetry.

const SCRAPE_SECONDS = [10, 15, 30, 30, 60, 60, 60, 60, 300];
const LATENCY_MS = {
  edge: [3, 30],
  office: [20, 200],
  batch: [200, 3000],
  middle: [4, 60],
  worker: [20, 800],
  leaf: [2, 80],
  staging: [10, 120],
  database: [0.6, 8],
  cache: [0.2, 1],
  broker: [0.8, 5],
  external: [60, 500],
};
const LAYERS = new Set(["middle", "leaf", "worker"]);
const logBetween = (chance, from, to) => Math.exp(chance.between(Math.log(from), Math.log(to)));

function arrivalsOf({ role }, chance) {
  if (role === "edge") return chance.happens(0.12) ? logBetween(chance, 2, 8) : logBetween(chance, 40, 4000);
  if (role === "office") return chance.between(2, 9);
  if (role === "batch") return chance.between(60, 400);
  if (role === "staging") return chance.between(2, 30);
  return 0;
}

function logRateOf({ role }, chance) {
  if (role === "database" || role === "cache" || role === "broker") return chance.between(1, 12);
  const kind = chance.next();
  if (role === "office" || kind < 0.18) return chance.between(1, 3.5);
  if (kind > 0.96) return chance.between(300, 1000);
  return logBetween(chance, 8, 90);
}

const seasonOf = (role, chance) => {
  if (role === "office") return "office";
  if (role === "batch") return "batch";
  return chance.happens(0.08) ? "flat" : "public";
};

/** Adds the traits to a node of the call graph; `peak` of callees is filled in by `addNominalLoad`. */
export function addTraits(node, chance) {
  const { role } = node;
  const isElastic =
    (role === "edge" || role === "middle" || role === "leaf" || role === "worker") && chance.happens(0.7);
  Object.assign(node, {
    arrivals: arrivalsOf(node, chance),
    peak: 0,
    season: seasonOf(role, chance),
    night: chance.between(0.05, 0.3),
    weekend: role === "office" ? chance.between(0, 0.08) : chance.between(0.55, 1.3),
    peakHour: chance.between(12, 20),
    lunchDip: chance.happens(0.4) ? chance.between(0.05, 0.25) : 0,
    ownMs: logBetween(chance, ...LATENCY_MS[role]),
    /** Sigma of the log-normal distribution of latencies. */
    sigma: chance.between(0.45, 0.95),
    baseFail:
      role === "staging" ? chance.between(0.01, 0.05) : logBetween(chance, 0.0002, role === "external" ? 0.01 : 0.005),
    logRate: logRateOf(node, chance),
    requestLineShare: chance.between(0.15, 0.6),
    warnShare: chance.between(0.005, 0.04),
    debugShare: chance.happens(0.25) ? chance.between(0.1, 0.4) : 0,
    heartbeatEveryMinutes: chance.pick([1, 1, 2, 5]),
    heartbeatMs: chance.integer(0, 58_000),
    podsMin: isElastic ? chance.integer(2, 3) : 1,
    podsMax: isElastic ? chance.integer(3, 6) : 1,
    headroom: isElastic ? chance.between(1.7, 2.4) : chance.between(3.5, 6),
    cpuRest: chance.between(0.01, 0.06),
    cpuPeak: chance.between(0.2, 0.55),
    memory: {
      limit: chance.pick([0.25, 0.5, 1, 2, 4, 8]) * 2 ** 30,
      floor: chance.between(0.25, 0.45),
      ceiling: chance.between(0.58, 0.8),
      minutes: chance.between(15, 240),
    },
    disk: {
      bytes: chance.pick([20, 50, 100, 500]) * 2 ** 30,
      start: chance.between(0.2, 0.6),
      aDay: chance.between(0.001, 0.008),
      rotates: chance.happens(0.4),
    },
    pool: { size: chance.pick([10, 20, 50, 100]), usage: chance.between(0.07, 0.26) },
    threads: chance.pick([16, 32, 64, 200]),
    hitRatio: chance.between(0.8, 0.985),
    hasReplica: role === "database" && chance.happens(0.7),
    job: {
      hour: chance.integer(0, 4),
      minutes: chance.integer(15, 70),
      isHourly: chance.happens(0.3),
      load: chance.between(0.1, 0.6),
    },
    backup: { hour: chance.integer(1, 4), minutes: chance.integer(15, 60) },
    deploysADay:
      role === "staging"
        ? 1.5
        : role === "database" || role === "cache" || role === "broker"
          ? 0.01
          : chance.between(0.1, 0.6),
    isFlapping: chance.happens(0.08),
    warnsOfCertificate: chance.happens(0.1),
    skewMs: chance.happens(0.15) ? chance.integer(-3000, 3000) : chance.integer(-80, 80),
    shipsLate: chance.happens(0.04),
    scrapeSeconds: chance.pick(SCRAPE_SECONDS),
    businessValue: logBetween(chance, 1, 90),
  });
}

/** The load at the busiest time of a usual day follows from the arrivals and the call ratios. */
export function addNominalLoad(nodes, chance) {
  for (const node of nodes) {
    for (const { from, ratio } of node.feeds) node.peak += nodes[from].peak * ratio;
    // A service that hardly anybody calls has a few users of its own.
    if (node.peak < 1.5 && LAYERS.has(node.role)) node.arrivals = chance.between(1.5, 8);
    node.peak += node.arrivals;
    for (const { to, ratio } of node.edges) nodes[to].peak += node.peak * ratio;
  }
  for (const node of nodes) {
    if (node.peak === 0) node.peak = 5;
    node.capacityPerPod = (Math.max(node.peak, 3) * node.headroom) / node.podsMax;
    node.errorLogShare = Math.min(1, 250 / node.peak);
  }
  for (const node of nodes.toReversed()) {
    node.baseMs = node.ownMs;
    for (const { to, share } of node.edges) node.baseMs += share * nodes[to].baseMs;
  }
  // A timeout leaves room for the usual tail.
  for (const node of nodes)
    for (const edge of node.edges)
      edge.timeoutMs = Math.max(edge.timeoutMs, Math.ceil((nodes[edge.to].baseMs * 12) / 500) * 500);
}
