// Turns a case's telemetry into the picture that the analyser looks at, by the product's own collector.
import { createCollector } from "../../../daemon/src/diagnose/gather/collect.ts";
import { SERVICES_MAX } from "../../../daemon/src/diagnose/gather/gathering-limits.ts";
import { windowOf, withoutSilence } from "../../../daemon/src/diagnose/gather/window.ts";

const STEPS_MAX = 240;
const NICE_STEPS_S = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** A grid from `start` to the step that holds `end`, with steps no shorter than the data's own distance. */
export function gridOver(start, end, resolution) {
  const least = Math.max(resolution, (end - start) / (STEPS_MAX - 1));
  const step = (NICE_STEPS_S.find((seconds) => seconds * 1000 >= least) ?? Math.ceil(least / 1000)) * 1000;
  return { start, step, count: Math.min(STEPS_MAX, Math.floor((end - start) / step) + 1) };
}

/** Telemetry as the server keeps it, with ids that are the same in every run. */
export function createEvents() {
  let many = 0;
  const event = (kind, timestamp, service, fields) => ({
    id: `event-${++many}`,
    organizationId: "eval",
    receivedAt: timestamp,
    timestamp,
    service,
    kind,
    ...fields,
  });
  return {
    log: (timestamp, service, level, message, more) => event("log", timestamp, service, { level, message, ...more }),
    metric: (timestamp, service, name, value, labels) =>
      event("metric", timestamp, service, { name, value, unit: "", ...(labels && { labels }) }),
    deployment: (timestamp, service, version, gitHash) =>
      event("deployment", timestamp, service, { version, environment: "production", ...(gitHash && { gitHash }) }),
  };
}

/**
 * The picture of one case. `primary` is the service that alerted, null where the data names no symptom; `calls` are
 * pairs of caller and callee; `grid` is as fine as the data.
 */
export function pictureOf({ telemetry, grid, noticedAt, primary, services, calls, changes = [], title = "" }) {
  const volumes = new Map();
  for (const event of telemetry) countVolume(volumes, event, grid);
  const { patterns, metrics, hops, omitted } = collect(telemetry, grid);
  const distances = distancesFrom(primary, services, calls);
  return {
    incident: incidentOf(primary, noticedAt, title),
    grid,
    noticedAt,
    services: [...services]
      .map((name) => ({ name, distance: distances.get(name), inCatalog: true }))
      .sort(nearestFirst),
    calls: calls.map(([caller, callee]) => ({ caller, callee })),
    patterns,
    metrics,
    hops,
    volumes: [...volumes.values()],
    changes,
    similar: [],
    probes: [],
    runbooks: [],
    omitted,
  };
}

/** The same as an incident is seen: in minutes, four hours back at most, from the first that was heard on. */
export function gatheredPictureOf(scene) {
  const { grid, noticedAt, primary, title } = scene;
  const end = grid.start + grid.count * grid.step - 1;
  const picture = pictureOf({ ...scene, grid: windowOf(noticedAt, incidentOf(primary, noticedAt, title), end) });
  return { ...picture, ...withoutSilence(picture, picture.grid, noticedAt) };
}

/** A collector takes so many services; where a system has more of them, another takes the rest. */
function collect(telemetry, grid) {
  const services = [...new Set(telemetry.map(({ service }) => service))];
  const collectors = [];
  for (let first = 0; first < services.length; first += SERVICES_MAX) {
    const collector = createCollector(grid, services);
    const taken = new Set(services.slice(first, first + SERVICES_MAX));
    for (const event of telemetry) if (taken.has(event.service)) collector.add(event);
    collectors.push(collector.picture());
  }
  return {
    patterns: collectors.flatMap(({ patterns }) => patterns),
    metrics: collectors.flatMap(({ metrics }) => metrics),
    hops: collectors.flatMap(({ hops }) => hops),
    omitted: collectors.flatMap(({ omitted }) => omitted),
  };
}

const nearestFirst = (a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1);

function countVolume(volumes, event, { start, step, count }) {
  const at = Math.floor((event.timestamp - start) / step);
  if (!(at >= 0 && at < count) || event.kind === "deployment") return;
  const { service } = event;
  const volume = volumes.get(service) ?? {
    service,
    events: new Float64Array(count),
    logs: new Float64Array(count),
    errors: new Float64Array(count),
  };
  volumes.set(service, volume);
  volume.events[at] += 1;
  if (event.kind !== "log") return;
  volume.logs[at] += 1;
  if (event.level === "error" || event.level === "fatal") volume.errors[at] += 1;
}

/** Calls between the primary service and each other, either way; 0 for all where there is no primary one. */
function distancesFrom(primary, services, calls) {
  if (primary === null) return new Map([...services].map((name) => [name, 0]));
  const distances = new Map([[primary, 0]]);
  let edge = [primary];
  for (let distance = 1; edge.length > 0; distance++) {
    const next = new Set();
    for (const [caller, callee] of calls) {
      if (edge.includes(caller)) next.add(callee);
      if (edge.includes(callee)) next.add(caller);
    }
    edge = [...next].filter((name) => !distances.has(name));
    for (const name of edge) distances.set(name, distance);
  }
  const unreached = Math.max(...distances.values()) + 1;
  return new Map([...services].map((name) => [name, distances.get(name) ?? unreached]));
}

function incidentOf(primary, noticedAt, title) {
  return {
    id: "00000000-0000-7000-8000-000000000000",
    organizationId: "eval",
    title,
    description: "",
    severity: "HIGH",
    status: "OPEN",
    affectedServices: primary === null ? [] : [primary],
    primaryService: primary,
    environment: "production",
    signalType: "manual",
    ruleId: null,
    triggeringEventId: "",
    assigneeId: null,
    deduplicationKey: "",
    duplicateCount: 0,
    lastSeenAt: noticedAt,
    resolveAfterMs: null,
    parentIncidentId: null,
    groupId: null,
    diagnosisStatus: "RUNNING",
    diagnosis: null,
    createdAt: noticedAt,
    updatedAt: noticedAt,
    resolvedAt: null,
  };
}
