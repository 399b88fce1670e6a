// Makes examples/shop-outage/recording.ndjson.gz: a simulated outage of a small shop, the same at every run.
//
//   node scripts/record-shop-outage.mjs [FILE]
//
// Each line is {"offsetMs": number, "kind": "log" | "metric" | "deployment", "event": {…}}, sorted by offsetMs.
// The story, in minutes of the last hour:
//   22    storefront is deployed; nothing happens (whoever blames the last deployment of all may fall for it)
//   41    payment-api 5.8.0 is deployed: its connection pool holds 5 instead of 40
//   42-52 payment-api finds no free connection, checkout-api gets 503 from it, notification-worker keeps what it
//         can't decide and runs out of memory (49)
//   51.5  payment-api is rolled back to 5.7.3
//   52-60 it recovers
// Before that hour lie two more, of which only metrics are kept: what is unusual can only be said of a known series.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const HISTORY_MINUTES = 125;
const MINUTES = 60;
const MINUTE_MS = 60_000;
const AT = {
  storefrontDeployed: 22,
  paymentDeployed: 41,
  broken: 41.6,
  outOfMemory: 49,
  rolledBack: 51.5,
  healed: 52.2,
};

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = createRandom(20261120);
const between = (least, most) => least + random() * (most - least);
const whole = (least, most) => Math.floor(between(least, most + 1));
const chance = (share) => random() < share;
const hex = (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join("");
/** About normal: mean 0, deviation 1, never beyond 3. */
const noise = () => Math.max(-3, Math.min(3, (random() + random() + random() + random() - 2) * 1.73));

const lines = [];
const place = (minute, kind, event) =>
  lines.push({ offsetMs: Math.round((HISTORY_MINUTES + minute) * MINUTE_MS), kind, event });

const versions = {
  storefront: "3.40.2",
  "checkout-api": "2.19.1",
  "payment-api": "5.7.3",
  "inventory-api": "1.33.0",
  "orders-db-proxy": "1.4.8",
  "notification-worker": "4.2.0",
};
const versionOf = (service, minute) => {
  if (service === "storefront" && minute >= AT.storefrontDeployed) return "3.41.0";
  if (service === "payment-api" && minute >= AT.paymentDeployed && minute < AT.rolledBack) return "5.8.0";
  return versions[service];
};

function log(minute, service, level, message, traceId) {
  place(minute, "log", {
    service,
    level,
    message,
    ...(traceId ? { traceId } : {}),
    metadata: { env: "production", region: "eu-central-1", version: versionOf(service, minute) },
  });
}

/** How far the outage is: 0 healthy, 1 as bad as it gets. */
function illness(minute) {
  if (minute < AT.broken || minute > AT.healed + 1.5) return 0;
  if (minute < AT.broken + 2) return (minute - AT.broken) / 2;
  return minute < AT.healed ? 1 : 1 - (minute - AT.healed) / 1.5;
}

/** The errors that a healthy shop writes, too. */
const ordinary = {
  storefront: (sku) => `recommendations for ${sku} not rendered: upstream closed the connection`,
  "inventory-api": (sku) => `stock of ${sku} is negative in warehouse ${whole(1, 4)}`,
  "payment-api": (order) => `payment provider timed out after 5000 ms for order ${order}`,
  "checkout-api": (order) => `payment-api call failed for order ${order}: status 504`,
  "orders-db-proxy": (order) => `deadlock detected, transaction of order ${order} tried again`,
  "notification-worker": (order) => `smtp server answered 451 for order ${order}, will try again`,
};
const fail = (minute, service, about, traceId) => log(minute, service, "error", ordinary[service](about), traceId);
const anySku = () => `sku-${whole(1000, 9999)}`;
const anyOrder = () => `A-${whole(100_000, 999_999)}`;

/** Somebody looks at products. */
function browse(minute) {
  const traceId = hex(32);
  const sku = anySku();
  log(minute, "storefront", "info", `GET /products/${sku} 200 ${whole(20, 140)} ms`, traceId);
  if (chance(0.016)) fail(minute, "storefront", sku, traceId);
  const later = minute + 0.0003;
  if (chance(0.015)) fail(later, "inventory-api", sku, traceId);
  else log(later, "inventory-api", "info", `stock of ${sku} read in ${whole(1, 9)} ms`, traceId);
}

/** One try to pay; answers whether it got through. */
function attempt(minute, sick, order, traceId) {
  const after = minute + 0.001;
  if (chance(sick)) {
    const waiting = `pool size 5, ${whole(20, 60)} requests waiting`;
    const message = `no free database connection within 2000 ms: ${waiting} (order ${order})`;
    log(minute, "payment-api", "error", message, traceId);
    log(after, "checkout-api", "error", `payment-api call failed for order ${order}: status 503`, traceId);
    return false;
  }
  if (chance(0.018)) {
    fail(minute, "payment-api", order, traceId);
    fail(after, "checkout-api", order, traceId);
    return false;
  }
  const ms = whole(90, 260) + Math.round(sick * between(500, 1900));
  log(minute, "payment-api", "info", `payment of order ${order} authorised in ${ms} ms`, traceId);
  return true;
}

/** checkout-api tries three times. */
function pay(minute, order, traceId) {
  const sick = illness(minute) * 0.88;
  return [0, 0.04, 0.08].some((wait) => attempt(minute + wait, sick, order, traceId));
}

/** Somebody buys. */
function checkout(minute) {
  const traceId = hex(32);
  const order = anyOrder();
  log(minute, "checkout-api", "info", `checkout of order ${order} started, ${whole(1, 6)} items`, traceId);
  log(minute + 0.0005, "inventory-api", "info", `reserved ${whole(1, 6)} items for order ${order}`, traceId);
  if (!pay(minute + 0.001, order, traceId)) {
    log(minute + 0.13, "storefront", "warn", `POST /checkout 502 ${whole(6100, 7900)} ms`, traceId);
    const message = `outcome of order ${order} unknown, message kept for later`;
    log(minute + 0.131, "notification-worker", "warn", message, traceId);
    return;
  }
  const end = minute + 0.008;
  log(end, "storefront", "info", `POST /checkout 201 ${whole(240, 700)} ms`, traceId);
  if (chance(0.012)) fail(end, "orders-db-proxy", order, traceId);
  log(end + 0.0003, "orders-db-proxy", "info", `insert into orders took ${whole(2, 18)} ms`, traceId);
  const message = `confirmation of order ${order} sent in ${whole(80, 420)} ms`;
  if (chance(0.015)) fail(end + 0.01, "notification-worker", order, traceId);
  else log(end + 0.01, "notification-worker", "info", message, traceId);
}

/** What services say without being asked. */
function background(minute) {
  if (chance(0.5)) log(minute, "orders-db-proxy", "info", `${whole(9, 16)} of 60 server connections in use`);
  if (chance(0.4)) log(minute, "payment-api", "info", `settlement file of ${whole(20, 90)} payments written`);
  if (chance(0.3)) log(minute, "payment-api", "warn", `card of customer ${whole(10_000, 99_999)} declined by issuer`);
  if (chance(0.4)) log(minute, "checkout-api", "info", `${whole(3, 20)} abandoned carts removed`);
  if (chance(0.2)) log(minute, "inventory-api", "warn", `supplier feed is ${whole(3, 20)} minutes late`);
}

function started(minute, service, what) {
  log(minute, service, "info", `shutting down: ${what}`);
  log(minute + 0.15, service, "info", `starting ${service} ${versionOf(service, minute)}`);
  log(minute + 0.2, service, "info", `listening on port ${8080}`);
}

function deploy(minute, service, gitHash, metadata) {
  const version = versionOf(service, minute);
  place(minute, "deployment", {
    service,
    version,
    environment: "production",
    gitHash,
    metadata: { status: "succeeded", ...metadata },
  });
  started(minute + 0.02, service, `replaced by ${version}`);
}

function recordLogs() {
  // The kept logs begin with the hour; what the services are known for was seen early in them.
  const sellers = ["storefront", "inventory-api"];
  for (const service of Object.keys(ordinary)) {
    fail(between(0.5, 6), service, sellers.includes(service) ? anySku() : anyOrder());
  }
  for (let minute = 0; minute < MINUTES; minute++) {
    // Customers whose order failed press the button again.
    const buyers = whole(11, 14) + Math.round(illness(minute) * 15);
    const within = (count) => Array.from({ length: count }, () => minute + random()).filter((at) => at < MINUTES - 0.2);
    for (const at of within(whole(8, 11))) browse(at);
    for (const at of within(buyers)) checkout(at);
    for (const at of within(2)) background(at);
  }
}

function recordStory() {
  deploy(AT.storefrontDeployed, "storefront", "8c1f0d2", { actor: "mira", change: "new product page" });
  deploy(AT.paymentDeployed, "payment-api", "e41b7a9", {
    actor: "jon",
    change: "connection pool is set by DB_POOL_MAX",
  });
  for (let minute = AT.broken + 2; minute < AT.outOfMemory; minute += 0.5) {
    const held = Math.round(messagesHeld(minute));
    log(
      minute,
      "notification-worker",
      "warn",
      `${held} messages held in memory, garbage collection took ${whole(300, 1900)} ms`,
    );
  }
  log(
    AT.outOfMemory,
    "notification-worker",
    "fatal",
    `out of memory: heap limit of 512 MB reached with ${Math.round(messagesHeld(AT.outOfMemory))} messages held`,
  );
  started(AT.outOfMemory + 0.3, "notification-worker", "killed, exit code 137");
  deploy(AT.rolledBack, "payment-api", "77d09c4", { actor: "jon", change: "back to 5.7.3" });
}

/** What notification-worker can't decide piles up, half of it is lost at its end, and later it is worked off. */
function messagesHeld(minute) {
  const growth = Math.max(0, Math.min(minute, AT.healed) - AT.broken) * 900;
  const lost = minute > AT.outOfMemory ? 3000 : 0;
  const done = Math.max(0, minute - AT.healed) * 1700;
  return Math.max(0, growth - lost - done);
}

const usual = {
  storefront: { latency: 180, cpu: 41, memory: 52, rps: 84 },
  "checkout-api": { latency: 410, cpu: 33, memory: 47, rps: 13 },
  "payment-api": { latency: 240, cpu: 28, memory: 44, rps: 12 },
  "inventory-api": { latency: 35, cpu: 24, memory: 38, rps: 61 },
  "orders-db-proxy": { latency: 14, cpu: 19, memory: 31, rps: 70 },
  "notification-worker": { latency: 260, cpu: 17, memory: 57, rps: 11 },
};

function metric(minute, service, name, value, unit) {
  place(minute, "metric", { service, name, value, unit, labels: { env: "production", region: "eu-central-1" } });
}

/** Traffic comes and goes over the day. */
const swing = (minute) => 1 + 0.05 * Math.sin((minute / 360) * 2 * Math.PI);
const wobbling = (value, share) => value * (1 + share * noise());

function latencyOf(service, minute) {
  const sick = illness(minute);
  const waits = { "payment-api": 2100, "checkout-api": 6200 }[service] ?? 0;
  return Math.round(wobbling(usual[service].latency * swing(minute), 0.05) + sick * wobbling(waits, 0.06));
}

function memoryOf(service, minute) {
  const held = service === "notification-worker" ? messagesHeld(minute) / 165 : 0;
  return Math.min(99, wobbling(usual[service].memory, 0.01) + held);
}

function recordMetrics(minute) {
  for (const [service, { cpu, rps }] of Object.entries(usual)) {
    const at = minute + between(0, 0.02);
    const starting =
      service === "storefront" && minute >= AT.storefrontDeployed && minute < AT.storefrontDeployed + 1 ? 9 : 0;
    metric(at, service, "latency_p95_ms", latencyOf(service, minute), "ms");
    metric(at, service, "cpu_percent", Number((wobbling(cpu * swing(minute), 0.05) + starting).toFixed(1)), "percent");
    metric(at, service, "memory_percent", Number(memoryOf(service, minute).toFixed(1)), "percent");
    metric(at, service, "requests_per_second", Number(wobbling(rps * swing(minute), 0.05).toFixed(1)), "1/s");
  }
  metric(minute, "notification-worker", "queue_depth", whole(14, 32) + Math.round(messagesHeld(minute)), "messages");
  metric(minute, "checkout-api", "queue_depth", whole(2, 9), "orders");
}

recordLogs();
recordStory();
for (let minute = -HISTORY_MINUTES; minute < 0; minute++) recordMetrics(minute);
for (let minute = 0; minute < MINUTES; minute += 0.5) recordMetrics(minute);
lines.sort((left, right) => left.offsetMs - right.offsetMs);

const file = process.argv[2] ?? fileURLToPath(new URL("../examples/shop-outage/recording.ndjson.gz", import.meta.url));
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const packed = gzipSync(text, { level: 9 });
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, packed);
console.log(`${lines.length} lines, ${text.length} bytes, ${packed.length} packed: ${file}`);
