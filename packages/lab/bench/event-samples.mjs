// Telemetry of a month of operation, of the services that the incidents are about: loud and quiet ones, more by day
// than by night. Every field follows from the number of the event alone, so that each run holds the same.
import { END, lot, ORGANIZATION, SERVICES } from "./incident-samples.mjs";
import { shapes } from "./telemetry.mjs";

const DAYS = 30;
const DAY_MS = 86_400_000;
const DEPLOYED_EVERY = 2_000;
const METRICS_SHARE = 0.25;
const SENT_MS = 300;
const METRICS = [
  ["http_request_duration_ms", "ms", 400],
  ["cpu_utilization", "percent", 100],
  ["memory_used_bytes", "bytes", 4e9],
  ["queue_depth", "messages", 900],
];
const failures = [
  (n) => `upstream timed out after ${n % 5000} ms, request ${n}`,
  (n) => `connection to the database refused, attempt ${n % 7}`,
  (n) => `no space left on device while writing segment ${n % 10_000}`,
];
/** Up to which share of the logs each level goes. */
const LEVELS = [
  ["debug", 0.1],
  ["info", 0.9],
  ["warn", 0.975],
  ["error", 0.9999],
  ["fatal", 1],
];

/** Grows with `n`; at noon nine times as many come as at midnight. */
function timeOf(n, total) {
  const day = (n * DAYS) / total;
  const wave = (0.8 / (2 * Math.PI)) * Math.sin(2 * Math.PI * day);
  return END - DAYS * DAY_MS + Math.floor((day - wave) * DAY_MS);
}

function idOf(n, timestamp) {
  const time = timestamp.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

function logOf(n) {
  const drawn = lot(n, 23);
  const [level] = LEVELS.find(([, share]) => drawn < share);
  const messages = ["error", "fatal"].includes(level) ? failures : shapes;
  const message = messages[Math.floor(lot(n, 24) * messages.length)](n);
  return { kind: "log", level, message, metadata: { env: "production", pod: `pod-${n % 40}` } };
}

function metricOf(n) {
  const [name, unit, most] = METRICS[Math.floor(lot(n, 25) * METRICS.length)];
  const labels = { env: "production", pod: `pod-${n % 40}` };
  return { kind: "metric", name, unit, value: Math.round(lot(n, 26) * most * 10) / 10, labels };
}

const deploymentOf = (n) => ({
  kind: "deployment",
  version: `2026.${n / DEPLOYED_EVERY}`,
  environment: "production",
  gitHash: Math.floor(lot(n, 27) * 2 ** 32)
    .toString(16)
    .padStart(8, "0"),
});

/** Telemetry as the worker has it. `total` is how many there will be: they fill the month evenly. */
export function sampleEvent(n, total) {
  const timestamp = timeOf(n, total);
  const service = `service-${Math.floor(SERVICES * lot(n, 21) ** 3)}`;
  const common = { id: idOf(n, timestamp), organizationId: ORGANIZATION, timestamp, receivedAt: timestamp + SENT_MS };
  if (n % DEPLOYED_EVERY === 0) return { ...common, service, ...deploymentOf(n) };
  return { ...common, service, ...(lot(n, 22) < METRICS_SHARE ? metricOf(n) : logOf(n)) };
}
