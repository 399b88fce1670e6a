// What the incidents of a world are worth: which faults were seen and how soon, by which service, and what woke somebody
// for nothing.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** An incident that opens this long after a fault still comes from it. */
const AFTER_MS = 20 * MINUTE;

const isWaking = ({ severity }) => severity === "HIGH" || severity === "CRITICAL";

/** A service that a fault shows in, or one that calls it. */
function servicesOf(fault, callersOf) {
  return new Set(fault.shows.flatMap((service) => [service, ...(callersOf.get(service) ?? [])]));
}

function callersIn(services) {
  const callers = new Map();
  for (const { name, dependencies } of services)
    for (const callee of dependencies) callers.set(callee, [...(callers.get(callee) ?? []), name]);
  return callers;
}

const isDuring = (fault, at) => at >= fault.at && at < fault.until + AFTER_MS;

/** Somebody is notified of an incident that opens, reopens, or becomes more severe. */
function scoreFault(fault, incidents, { callersOf, from, byId, noticesOf }) {
  const near = servicesOf(fault, callersOf);
  const own = incidents.flatMap((incident) => {
    const noticedAt = (noticesOf.get(incident.id) ?? []).map(({ at }) => at);
    const times = [incident.createdAt, ...incident.reopenedAt, ...noticedAt].toSorted((one, other) => one - other);
    const at = times.find((time) => isDuring(fault, time));
    return at !== undefined && near.has(incident.service) ? [{ ...incident, at }] : [];
  });
  const shown = own.filter(({ service }) => fault.shows.includes(service));
  const first = shown.toSorted((one, other) => one.at - other.at)[0];
  const top = own.filter(({ parentId, createdAt }) => parentId === null && isDuring(fault, createdAt));
  const right = new Set([fault.root, ...(callersOf.get(fault.root) ?? [])]);
  return {
    ...fault,
    hour: (fault.at - from) / HOUR,
    minutes: first === undefined ? null : Math.max(0, first.at - Math.max(fault.at, fault.visibleFrom)) / MINUTE,
    top: new Set(top.map(({ groupId, id }) => groupId ?? id)).size,
    topAlone: top.length,
    names: first === undefined ? null : right.has(first.service) || says(byId.get(first.parentId) ?? first, right),
    namesFirst: first === undefined ? null : right.has(first.service),
    incidents: own,
  };
}

/** True if a title has one of these names. */
const says = ({ title }, services) => [...services].some((service) => title.split(/[\s:,]+/).includes(service));

/** The notifications that no fault explains, with the severity at that time. */
function falseAlarms({ notices, faults }, { callersOf, byId }) {
  const explained = (service, at) =>
    faults.some((fault) => isDuring(fault, at) && servicesOf(fault, callersOf).has(service));
  return notices.flatMap(({ incidentId, ...notice }) => {
    const incident = byId.get(incidentId);
    return explained(incident.service, notice.at) ? [] : [{ ...notice, incident }];
  });
}

export function scoreWorld({ services, from, until, faults, incidents, notices }) {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  const noticesOf = Map.groupBy(notices, ({ incidentId }) => incidentId);
  const context = { callersOf: callersIn(services), from, byId, noticesOf };
  const scored = faults.filter(({ hasEffect }) => hasEffect).map((fault) => scoreFault(fault, incidents, context));
  const alarms = falseAlarms({ notices, faults }, context);
  const scale = services.length / 20;
  const perDay = (list, days) => (days <= 0 ? null : list.length / days / scale);
  const first = Math.min(until, from + DAY);
  const byTime = (severe) => ({
    firstDay: perDay(
      alarms.filter((alarm) => alarm.at < first && severe(alarm)),
      (first - from) / DAY,
    ),
    later: perDay(
      alarms.filter((alarm) => alarm.at >= first && severe(alarm)),
      (until - first) / DAY,
    ),
  });
  return {
    faults: scored,
    alarms,
    falseWaking: byTime(isWaking),
    falseMedium: byTime(({ severity }) => severity === "MEDIUM"),
    falseLow: byTime(({ severity }) => severity === "LOW"),
  };
}

const share = (list, isHit) => (list.length === 0 ? null : list.filter(isHit).length / list.length);

/** The figures of several worlds. */
export function summarise(results) {
  const faults = results.flatMap((result) => result.faults);
  const found = faults.filter(({ minutes }) => minutes !== null);
  const early = faults.filter(({ isGross, hour }) => isGross && hour >= 1 && hour < 3);
  const mean = (numbers) => {
    const known = numbers.filter((number) => number !== null);
    return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0) / known.length;
  };
  return {
    faults: faults.length,
    within5: share(faults, ({ minutes }) => minutes !== null && minutes <= 5),
    within15: share(faults, ({ minutes }) => minutes !== null && minutes <= 15),
    everFound: share(faults, ({ minutes }) => minutes !== null),
    gross5: share(
      faults.filter(({ isGross }) => isGross),
      ({ minutes }) => minutes !== null && minutes <= 5,
    ),
    earlyGross: { faults: early.length, within5: share(early, ({ minutes }) => minutes !== null && minutes <= 5) },
    rightService: share(found, ({ names }) => names === true),
    rightFirst: share(found, ({ namesFirst }) => namesFirst === true),
    incidentsAFault: mean(found.map(({ topAlone }) => topAlone)),
    familiesAFault: mean(found.map(({ top }) => top)),
    falseWaking: {
      firstDay: mean(results.map((r) => r.falseWaking.firstDay)),
      later: mean(results.map((r) => r.falseWaking.later)),
    },
    falseMedium: {
      firstDay: mean(results.map((r) => r.falseMedium.firstDay)),
      later: mean(results.map((r) => r.falseMedium.later)),
    },
    falseLow: {
      firstDay: mean(results.map((r) => r.falseLow.firstDay)),
      later: mean(results.map((r) => r.falseLow.later)),
    },
    kinds: Object.fromEntries(
      Object.entries(Object.groupBy(faults, ({ kind }) => kind)).map(([kind, those]) => [
        kind,
        {
          times: those.length,
          within5: those.filter(({ minutes }) => minutes !== null && minutes <= 5).length,
          ever: those.filter(({ minutes }) => minutes !== null).length,
        },
      ]),
    ),
  };
}
