// An hour of trouble for the bench of diagnosis: twenty services that call each other, a million events within the
// window of one incident, 300 kinds of messages, metrics of several pods, and errors that begin in one service and
// reach those that call it. Every field follows from the number of the event alone, so that each run holds the same.
import { lot, ORGANIZATION } from "./incident-samples.mjs";

const MINUTE_MS = 60_000;
export const SERVICES = 20;
export const WINDOW_MS = 150 * MINUTE_MS;
/** Of the window: the deployment, the first errors, and when the incident opened. */
export const [DEPLOYED_AT, BEGAN_AT, NOTICED_AT] = [112, 115, 120].map((minutes) => minutes * MINUTE_MS);
/** The service that was deployed; those with lower numbers call it, over one or more others. */
export const FAULTY = 7;
const KINDS_PER_SERVICE = 15;
const METRICS_SHARE = 0.3;
const METRICS = [
  ["http_request_duration_ms", "ms", 120],
  ["http_requests_total", "1", 0],
  ["cpu_utilization", "percent", 40],
  ["memory_used_bytes", "bytes", 4e9],
  ["queue_depth", "messages", 90],
];
const PODS = 3;
const WORDS = "cart order price stock user mail index cache queue ledger invoice parcel token route shard".split(" ");

export const nameOf = (number) => `bench-service-${number}`;
/** Each service calls the next one and some farther ones, so that all are in view of the incident's. */
export const callsOf = (number) => [1, 2, 4, 5].map((by) => number + by).filter((callee) => callee < SERVICES);

function idOf(n, timestamp) {
  const time = timestamp.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

const KINDS = [
  (word, n) => `handled ${word} request ${n} in ${n % 97} ms`,
  (word, n) => `${word} entry ${n.toString(16).padStart(12, "0")} written to /var/data/${word}/${n % 64}`,
  (word, n) => `fetched ${word} from 10.0.${n % 250}.7:5432, ${n % 40} rows`,
];

const failed = (service, n) =>
  service === FAULTY
    ? `cannot deserialise field amount of message ${n}: unexpected null`
    : `call to ${nameOf(service + 1)} failed after ${n % 900} ms: 502`;

/** The share of a service's logs that are errors, at a moment of the window. */
function errorShare(service, at) {
  if (at < BEGAN_AT || service > FAULTY) return 0.004;
  const delay = (FAULTY - service) * MINUTE_MS * 0.5;
  return at < BEGAN_AT + delay ? 0.004 : 0.4 / (1 + FAULTY - service);
}

function logOf(n, service, at) {
  const drawn = lot(n, 33);
  const share = errorShare(service, at);
  if (drawn < share) {
    const message = at < BEGAN_AT || service > FAULTY ? `retry ${n % 9} of a lost connection` : failed(service, n);
    return { kind: "log", level: "error", message };
  }
  const kind = Math.floor(lot(n, 34) * KINDS_PER_SERVICE);
  const message = KINDS[kind % KINDS.length](`${WORDS[kind]} ${WORDS[service % WORDS.length]}`, n);
  return { kind: "log", level: drawn > 0.98 ? "warn" : drawn > 0.7 ? "debug" : "info", message };
}

function metricOf(n, service, at) {
  const [name, unit, most] = METRICS[Math.floor(lot(n, 35) * METRICS.length)];
  const isSlow = at >= BEGAN_AT && service <= FAULTY;
  const value = most === 0 ? Math.floor(at / 100) : most * (0.5 + lot(n, 36) * 0.2) * (isSlow ? 3 : 1);
  return { kind: "metric", name, unit, value, labels: { env: "production", pod: `pod-${n % PODS}` } };
}

/** Event `n` of `total`, in the order of time; the window begins at `start`. */
export function troubleEvent(n, total, start) {
  const at = Math.floor((n * WINDOW_MS) / total);
  const service = Math.floor(lot(n, 31) * SERVICES);
  const common = {
    id: idOf(n, start + at),
    organizationId: ORGANIZATION,
    timestamp: start + at,
    receivedAt: start + at,
  };
  const body = lot(n, 32) < METRICS_SHARE ? metricOf(n, service, at) : logOf(n, service, at);
  return { ...common, service: nameOf(service), ...body };
}

/** What broke it. */
export function deploymentOf(n, start) {
  const timestamp = start + DEPLOYED_AT;
  const metadata = { message: "Amounts are optional in messages", author: "bench" };
  const common = { id: idOf(n, timestamp), organizationId: ORGANIZATION, timestamp, receivedAt: timestamp };
  return {
    ...common,
    kind: "deployment",
    service: nameOf(FAULTY),
    version: "2.0.0",
    environment: "production",
    gitHash: "9fceb02d0ae598e95dc970b74767f19372d61af8",
    metadata,
  };
}

export const SCOPE = { organizationId: ORGANIZATION, actor: "bench", permissions: [] };

/** Opened by the errors of a service that calls the one at fault over another. */
export function incidentOf(start) {
  const at = start + NOTICED_AT;
  const service = nameOf(FAULTY - 2);
  return {
    id: idOf(0, at),
    organizationId: ORGANIZATION,
    title: `Errors in ${service}`,
    description: "More errors than are usual.",
    severity: "CRITICAL",
    status: "OPEN",
    affectedServices: [service],
    primaryService: service,
    environment: "production",
    signalType: "log_error_rate",
    ruleId: "log-error-rate",
    triggeringEventId: idOf(1, at),
    assigneeId: null,
    deduplicationKey: "bench",
    duplicateCount: 0,
    lastSeenAt: at,
    resolveAfterMs: null,
    parentIncidentId: null,
    groupId: null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: at,
    updatedAt: at,
    resolvedAt: null,
  };
}
