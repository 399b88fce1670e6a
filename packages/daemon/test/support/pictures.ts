import type {
  Change,
  KnownRunbook,
  LogPattern,
  MetricSeries,
  Picture,
  Volume,
} from "../../src/diagnose/gather/incident-picture.ts";
import type { LogLevel } from "../../src/model/telemetry.ts";
import { incident, NOW } from "../store/samples.ts";

const STEP = 60_000;
const COUNT = 120;
/** The step in which the trouble of {@link troubledPicture} begins. */
const ONSET = 90;
const grid = { start: NOW - 100 * STEP, step: STEP, count: COUNT };
export const ONSET_AT = grid.start + ONSET * STEP;

const series = (value: (step: number) => number): Float64Array =>
  Float64Array.from({ length: COUNT }, (_, step) => value(step));
/** So many before the trouble and so many from it on, and a little noise. */
const stepped = (before: number, after: number): Float64Array =>
  series((step) => (step < ONSET ? before : after) + ((step * 7) % 3));

const eventId = (number: number): string => `01980000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const metric = (
  service: string,
  name: string,
  before: number,
  after: number,
  given: Partial<MetricSeries> = {},
) => ({
  service,
  name,
  instance: null,
  unit: "",
  values: stepped(before, after),
  eventIds: Array.from({ length: COUNT }, (_, step) => eventId(service.length * 1000 + name.length * 10_000 + step)),
  ...given,
});

export const pattern = (service: string, template: string, level: LogLevel = "error"): LogPattern => ({
  eventId: eventId(900_000 + service.length * 1000 + template.length),
  service,
  level,
  template,
  counts: series((step) => (step < ONSET ? 0 : 20)),
  firstAt: ONSET_AT,
  lastAt: NOW,
  names: [],
  follows: [],
});

const volume = (service: string, before: number, after: number): Volume => ({
  service,
  events: stepped(200, 200),
  logs: stepped(150, 150),
  errors: stepped(before, after),
});

export const change = (given: Partial<Change> = {}): Change => ({
  kind: "deployment",
  id: eventId(1),
  service: "payments",
  at: ONSET_AT - 2 * STEP,
  what: "v2.4.0",
  environment: "production",
  gitHash: "4f1c0de",
  note: "Pool of connections made smaller",
  commits: [],
  ...given,
});

export const runbook = (given: Partial<KnownRunbook> = {}): KnownRunbook => ({
  id: "0e0e0e0e-1111-4222-8333-444444444444",
  title: "Roll back payments",
  actionTags: ["rollback-deployment"],
  ...given,
});

/** A deployment of payments, after which its connections are used up and checkout, which calls it, fails. */
export const troubledPicture = (given: Partial<Picture> = {}): Picture => ({
  incident: incident({ createdAt: NOW }),
  grid,
  noticedAt: NOW,
  services: [
    { name: "checkout", distance: 0, inCatalog: true },
    { name: "payments", distance: 1, inCatalog: true },
    { name: "ledger", distance: 2, inCatalog: true },
  ],
  calls: [
    { caller: "checkout", callee: "payments" },
    { caller: "payments", callee: "ledger" },
  ],
  patterns: [
    pattern("checkout", "Calling payments failed after <num>ms"),
    pattern("payments", "No connection became free within <num>ms"),
  ],
  metrics: [
    metric("payments", "db_connections_used", 10, 98, { instance: "pod=payments-6c9f-abcde" }),
    metric("checkout", "latency_p99", 120, 900, { unit: "ms" }),
    metric("ledger", "cpu_usage", 30, 31),
  ],
  hops: [],
  volumes: [volume("checkout", 1, 60), volume("payments", 0, 80), volume("ledger", 0, 0)],
  changes: [change()],
  similar: [],
  probes: [],
  runbooks: [runbook()],
  omitted: [],
  ...given,
});

/** Nothing was seen. */
export const emptyPicture = (): Picture =>
  troubledPicture({
    services: [],
    calls: [],
    patterns: [],
    metrics: [],
    hops: [],
    volumes: [],
    changes: [],
    runbooks: [],
  });
