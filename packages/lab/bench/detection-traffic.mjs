// Telemetry for the measurements of detection: ordinary traffic of a given breadth, and hostile traffic without end.

const ORGANIZATION = "bench";
const START = Date.parse("2026-03-02T09:00:00Z");
/** Of everything, so that a thousand series come about twice a minute. */
const EVENTS_PER_SECOND = 111;
const METRICS_SHARE = 0.3;
const ERRORS_SHARE = 0.03;

/** mulberry32: small, quick, and the same on every machine. */
export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  ...["connection", "pool", "timeout", "upstream", "cache", "session", "invoice", "worker", "retry", "token"],
  ...["shard", "replica", "cursor", "payload", "gateway", "ledger", "basket", "voucher", "address", "tenant"],
];
const word = (n) => WORDS[n % WORDS.length];
const subjectOf = (kind) => `${word(kind)} ${word(Math.floor(kind / 20))} ${word(Math.floor(kind / 400) + 7)}`;

function messageOf(kind, isError, chance) {
  const id = Math.floor(chance() * 1e6);
  return isError
    ? `Could not finish ${subjectOf(kind)} for order ${id} on 10.0.${id % 255}.7 after ${id % 900} ms: no answer`
    : `Finished ${subjectOf(kind)} for order ${id} within ${id % 900} ms`;
}

const idOf = (n) =>
  `019a2f00-${(n >>> 16).toString(16).padStart(4, "0")}-7000-8000-${n.toString(16).padStart(12, "0")}`;

function common(n, timestamp, service) {
  return { id: idOf(n), organizationId: ORGANIZATION, receivedAt: timestamp + 300, timestamp, service };
}

function metricOf(base, nth, of, chance) {
  const name = ["cpu_usage", "memory_usage", "request_latency_p95", "queue_depth", "requests"][nth % 5];
  const labels = { env: "production", pod: `pod-${nth % 4}`, route: `/r${Math.floor(nth / 20)}` };
  const value = 40 + (nth % 17) + 5 * chance() + (name === "requests" ? of : 0);
  return { kind: "metric", ...base, name, unit: nth % 5 < 2 ? "percent" : "1", value, labels };
}

/** `series` and `patterns` in all, evenly spread over the services. */
export function* ordinary({ services, series, patterns, events, seed }) {
  const chance = chanceOf(seed);
  let metrics = 0;
  for (let n = 0; n < events; n++) {
    const timestamp = START + Math.floor((n * 1000) / EVENTS_PER_SECOND);
    if (chance() < METRICS_SHARE) {
      // In turns, as series are scraped.
      const nth = metrics++ % series;
      const base = common(n, timestamp, `service-${nth % services}`);
      yield metricOf(base, Math.floor(nth / services), n, chance);
      continue;
    }
    const kind = Math.floor(chance() * patterns);
    const isError = chance() < ERRORS_SHARE;
    const base = common(n, timestamp, `service-${kind % services}`);
    const level = isError ? "error" : "info";
    const metadata = { env: "production", host: `host-${n % 7}` };
    yield { kind: "log", ...base, level, message: messageOf(kind, isError, chance), metadata };
  }
}

/** Nothing comes twice: services, environments, series and kinds of errors without end. */
export function* hostile({ services, events, seed }) {
  const chance = chanceOf(seed);
  for (let n = 0; n < events; n++) {
    const base = common(n, START + n, `service-${Math.floor(chance() * services)}`);
    const env = `env-${Math.floor(chance() * 40)}`;
    const noise = Math.floor(chance() * 2 ** 32)
      .toString(36)
      .replace(/[0-9]/g, "x");
    if (n % 2 === 0) {
      const labels = { env, path: `/${noise}`, session: noise.repeat(8) };
      yield { kind: "metric", ...base, name: `disk_used_${noise}`, unit: "percent", value: 99, labels };
    } else {
      const message = `${noise} ${word(n)} ${noise.repeat(30)} ${word(n >> 3)}`;
      yield { kind: "log", ...base, level: "error", message, metadata: { env } };
    }
  }
}
