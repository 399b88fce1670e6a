// How a healthy service lives from minute to minute: load, jobs, deployments, pods that come and go, passing errors.

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
const WEEKEND_DAYS = new Set([0, 6]);

/** 0 at night to 1 at the busiest hour, smooth over midnight. */
function dayShape(hour, peakHour) {
  const distance = Math.min(Math.abs(hour - peakHour), 24 - Math.abs(hour - peakHour));
  return 0.5 + 0.5 * Math.cos((Math.PI * Math.min(distance, 12)) / 12);
}

function seasonOf({ kind, night, weekend, peakHour }, at) {
  const date = new Date(at);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const isWeekend = WEEKEND_DAYS.has(date.getUTCDay());
  if (kind === "office") return (hour >= 8 && hour < 18 ? 1 : 0.02) * (isWeekend ? weekend : 1);
  return (night + (1 - night) * dayShape(hour, peakHour)) * (isWeekend ? weekend : 1);
}

/** Whether its job runs, and how long it has. A batch runs at its hour of the night, some others at full hours. */
function jobOf({ kind, job }, at) {
  const minute = Math.floor(at / MINUTE);
  const nightly = (minute % DAY_MINUTES) - job.hour * 60;
  if (nightly >= 0 && nightly < job.minutes && (kind === "batch" || !job.hourly))
    return { minute: nightly, isRunning: true };
  const hourly = minute % 60;
  return { minute: hourly, isRunning: kind !== "batch" && job.hourly && hourly < 4 };
}

const podName = (service, version, chance) =>
  `${service.name}-${version}-${Math.floor(chance.next() * 36 ** 5)
    .toString(36)
    .padStart(5, "0")}`;

const createPod = (service, version, at) => ({
  name: podName(service, version, service.chance),
  startedAt: at,
  memoryPhase: 0,
  memoryPeriod: service.memory.minutes * service.chance.wobble(0.3),
  requests: 0,
  errors: 0,
  cpuSeconds: 0,
  secondsOfMinute: service.chance.between(0, 58),
});

export function createLife(service, at) {
  const version = service.chance.integer(10, 90);
  return {
    service,
    version,
    templates: service.templates,
    pods: Array.from({ length: service.podsMin }, () => createPod(service, version, at - 6 * 3600_000)),
    busy: 0,
    burst: { until: 0, times: 1 },
    retry: { until: 0, kind: null, share: 0 },
    deployedAt: 0,
    queue: 0,
    disk: service.disk.start,
    restarts: 0,
  };
}

/** Load beyond the season: moods that last some minutes, a campaign now and then. */
function loadOf(life, at) {
  const { service } = life;
  const { chance } = service;
  life.busy = 0.9 * life.busy + 0.04 * chance.normal();
  if (at > life.burst.until && chance.happens(1 / (DAY_MINUTES * 1.5)))
    life.burst = { until: at + chance.between(5, 40) * MINUTE, times: chance.between(1.3, 1.9) };
  const burst = at <= life.burst.until ? life.burst.times : 1;
  const job = jobOf(service, at);
  if (service.kind === "batch") return job.isRunning ? chance.wobble(0.1) : 0;
  const working = job.isRunning ? service.job.load * (service.kind === "worker" ? 1 : 0.3) : 0;
  return seasonOf(service, at) * burst * Math.exp(life.busy) + working;
}

/** Now and then something answers late, and the same request fails a few times within seconds before it goes through. */
function passErrors(life, at) {
  const { chance, retriesADay } = life.service;
  if (at <= life.retry.until || !chance.happens(retriesADay / DAY_MINUTES)) return;
  life.retry = { until: at, kind: chance.pick(life.templates.error), share: 0 };
}

function scale(life, load, at) {
  const { service, version, pods } = life;
  const wanted = Math.min(service.podsMax, Math.max(service.podsMin, Math.ceil(load * service.podsMax)));
  const youngest = pods.at(-1);
  if (wanted > pods.length) pods.push(createPod(service, version, at));
  // Slowly down, so that it doesn't flap.
  else if (wanted < pods.length && at - youngest.startedAt > 30 * MINUTE && service.chance.happens(0.05)) pods.pop();
}

const isOfficeHour = (at) => new Date(at).getUTCHours() >= 8 && new Date(at).getUTCHours() < 17;

/** Pods that are replaced one by one, told as `life.rolled`. Null: nothing is deployed now. */
function deploy(life, at, words) {
  const { service } = life;
  const { chance } = service;
  const isWorkday = !WEEKEND_DAYS.has(new Date(at).getUTCDay());
  if (!isWorkday || !isOfficeHour(at) || at - life.deployedAt < 60 * MINUTE) return null;
  if (!chance.happens(service.deploysADay / (9 * 60))) return null;
  life.version++;
  life.deployedAt = at;
  life.templates = words.reword(life.templates, life.version, chance);
  life.pods = life.pods.map(() => createPod(service, life.version, at));
  return { version: `1.${life.version}.0` };
}

/** A pod that runs out of patience once in many days, and is there again within a minute. */
function restart(life, at) {
  const { chance } = life.service;
  if (life.pods.length === 0 || !chance.happens(1 / (DAY_MINUTES * 8))) return;
  const pod = chance.pick(life.pods);
  life.restarts++;
  Object.assign(pod, { startedAt: at + MINUTE, requests: 0, errors: 0, cpuSeconds: 0, memoryPhase: 0 });
}

/** What is so in one minute. */
export function liveMinute(life, at, words) {
  const { service } = life;
  const deployment = deploy(life, at, words);
  const load = loadOf(life, at);
  passErrors(life, at);
  restart(life, at);
  if (service.kind !== "batch") scale(life, load, at);
  const requests = service.chance.poisson(service.peak * load);
  return {
    at,
    load,
    requests,
    deployment,
    isSpeaking: service.kind !== "batch" || load > 0,
    /** Cold caches and connections: 1 right after a deployment, gone after some minutes. */
    coldness: life.deployedAt === 0 ? 0 : Math.exp(-(at - life.deployedAt) / (2 * MINUTE)),
    job: jobOf(service, at),
  };
}
