// Incidents as years of operation leave them: a few loud services and many quiet ones, nearly all of them over.
// Every figure follows from the number of the incident alone, so that each run holds the same.
export const ORGANIZATION = "bench";
export const severities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];

export const SERVICES = 200;
const ASSIGNEES = 50;
const DAY_MS = 86_400_000;
const SECONDS_APART = 60;
/** When the newest of them was. */
export const END = Date.parse("2026-11-01T00:00:00Z");

/** One in so many, spread over all ages. */
const RARE_EVERY = 20_000;
const REMEDIATING_EVERY = 5_000;

/** A number that looks drawn by lot, the same for the same `n` and `salt`. */
export function lot(n, salt) {
  let x = Math.imul(n ^ (salt * 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

export const names = {
  frequentService: "service-0",
  middlingService: "service-40",
  rareService: "ledger-export",
  /** Affected within the oldest twentieth alone. */
  formerService: "mainframe",
  assignee: assignee(0),
};

function assignee(n) {
  return `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

/** What a log says when something goes wrong: a few kinds that come again and again, from many places in the code. */
const troubles = [
  "Connection pool exhausted, waiters time out after 30 s in {}",
  "Deadlock found when trying to get lock, transaction rolled back by {}",
  "Upstream answered 503, circuit breaker opened for {}",
  "Out of memory: heap grew while {} held all sessions",
  "No space left on device while {} wrote its journal",
  "Consumer lag grows, partitions were revoked from {}",
  "Name resolution failed temporarily, {} could not reach its peer",
  "Null reference in {} after an unexpected empty answer",
  "Rate limit of the payment provider reached, {} gave up",
  "Feature flag client lost its stream, {} uses stale values",
  "Cache stampede: {} recomputed the same entry in every worker",
  "Schema mismatch: {} refused messages with an unknown field",
];
const troubleParts = [
  "Account Basket Catalog Coupon Currency Customer Delivery Discount Export Import Inventory Invoice Ledger Mail Order Payment Price Profile Quota Rating Refund Report Search Session Shipment Stock Tax Tenant Token Wishlist",
  "Adapter Cache Client Codec Consumer Controller Dispatcher Facade Gateway Handler Importer Job Loader Mapper Poller Producer Publisher Reader Repository Resolver Router Scheduler Service Store Syncer Validator Watcher Worker Writer Wrapper",
].map((words) => words.split(" "));

function trouble(n) {
  const [owners, roles] = troubleParts;
  const place = owners[Math.floor(owners.length * lot(n, 13) ** 2)] + roles[Math.floor(roles.length * lot(n, 14) ** 2)];
  return troubles[Math.floor(troubles.length * lot(n, 15) ** 2)].replace("{}", place);
}

const detected = [
  ["log_error_rate", "log-error-rate"],
  ["log_error_burst", "log-error-burst"],
  ["log_new_pattern", "log-new-pattern"],
  ["metric_threshold", "cpu-high"],
];

function services(n, total) {
  if (n % RARE_EVERY === 7) return [names.rareService];
  if (n < total / 20 && n % 10 === 3) return [names.formerService];
  const count = lot(n, 1) < 0.8 ? 1 : 3;
  const drawn = Array.from({ length: count }, (_, index) => `service-${Math.floor(SERVICES * lot(n, 2 + index) ** 3)}`);
  return [...new Set(drawn)];
}

function status(n, total) {
  if (n % REMEDIATING_EVERY === 11) return "REMEDIATING";
  if (n > total * 0.99) return lot(n, 6) < 0.6 ? "OPEN" : "INVESTIGATING";
  return lot(n, 6) < 0.7 ? "CLOSED" : "RESOLVED";
}

function severity(n) {
  const drawn = lot(n, 7);
  return severities[[0.4, 0.75, 0.95].filter((share) => drawn >= share).length];
}

/** `total` is how many there will be: what is open depends on it. */
export function sampleIncident(n, total) {
  const affectedServices = services(n, total);
  const [signalType, ruleId] = detected[Math.floor(detected.length * lot(n, 16) ** 2)];
  const at = END - (total - n) * SECONDS_APART * 1000;
  const state = status(n, total);
  const rare = n % RARE_EVERY === 13 ? " after a certificate expired" : "";
  // Every title says "above threshold"; "primary" and "replica" are frequent and never together.
  const title = `Error rate of ${affectedServices[0]} above threshold on ${n % 2 ? "primary" : "replica"}${rare}`;
  return {
    id: `${(n + 1).toString(16).padStart(8, "0")}-0000-7000-8000-000000000000`,
    organizationId: ORGANIZATION,
    title,
    description: `${Math.floor(lot(n, 8) * 100)} % of the requests failed, deployment ${Math.floor(n / 300).toString(36)}x, trace ${Math.floor(lot(n, 9) * 2 ** 32).toString(16)}. ${trouble(n)}.`,
    severity: severity(n),
    status: state,
    affectedServices,
    primaryService: affectedServices[0],
    environment: "production",
    signalType,
    ruleId,
    triggeringEventId: `event-${n}`,
    assigneeId: lot(n, 10) < 0.4 ? assignee(Math.floor(lot(n, 11) * ASSIGNEES)) : null,
    deduplicationKey: `key-${n}`,
    duplicateCount: 0,
    lastSeenAt: at,
    resolveAfterMs: null,
    parentIncidentId: lot(n, 12) < 0.3 ? "00000001-0000-7000-8000-000000000000" : null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: at,
    updatedAt: at,
    resolvedAt: state === "CLOSED" || state === "RESOLVED" ? at + DAY_MS / 24 : null,
  };
}
