// Normal events of one day of a service, none of which should page anybody. A plan depends on world, service and day
// alone, so telemetry from any start and with any faults has the same normal events.
import { streamOf } from "./families.mjs";

const DAY_MINUTES = 1440;
const DAY = DAY_MINUTES * 60_000;

const dayOf = (at) => Math.floor(at / DAY);
export const minuteOfDay = (at) => Math.floor(at / 60_000) % DAY_MINUTES;
export const isWeekend = (day) => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

const spans = (chance, aDay, [shortest, longest], factors) =>
  Array.from({ length: chance.poisson(aDay) }, () => {
    const begin = chance.integer(0, DAY_MINUTES - 1);
    return { begin, end: begin + Math.round(chance.between(shortest, longest)), factor: chance.between(...factors) };
  });

function planOf(world, node, day) {
  const chance = streamOf(world.streamSeed, 11, node.index, day);
  const isWorkday = !isWeekend(day);
  const deployments = isWorkday || chance.happens(0.1) ? chance.poisson(node.deploysADay) : 0;
  return {
    day,
    deployments: Array.from({ length: deployments }, () => ({
      minute: chance.integer(8 * 60, 17 * 60),
      /** Warm-up is slower in some deployments. */
      coldMinutes: chance.between(1, 4),
      cold: chance.between(0.2, 1),
      failed: chance.happens(0.4) ? chance.between(0.002, 0.03) : 0,
    })),
    campaigns: node.role === "edge" ? spans(chance, 0.3, [10, 60], [1.4, 2.6]) : [],
    restarts: spans(chance, 1 / 8, [1, 1], [1, 1]),
    gaps: spans(chance, 1 / 7, [3, 12], [1, 1]),
    retries: spans(chance, 1.5, [1, 1], [1, 1]),
    debugging: spans(chance, 1 / 12, [20, 90], [0.3, 0.6]),
    hiccups: spans(chance, 0.7, [1, 3], [1.2, 1.9]),
    breaks: node.role === "staging" ? spans(chance, 2.5, [5, 90], [0.2, 1]) : [],
    stops: node.role === "staging" ? spans(chance, 0.7, [10, 120], [1, 1]) : [],
  };
}

const runningOf = (list, minute) => list.find(({ begin, end }) => minute >= begin && minute < end);

/** Adds the disturbances of the minute to the effects. Returns { deployment, isGap, hasRetries, isRestarting }. */
export function applyDayPlan(world, state, at) {
  const { node, effects } = state;
  const day = dayOf(at);
  if (state.plan?.day !== day) state.plan = planOf(world, node, day);
  const { plan } = state;
  const minute = minuteOfDay(at);
  const campaign = runningOf(plan.campaigns, minute);
  if (campaign !== undefined) {
    // Visitors come within some minutes.
    const ramp = Math.min(1, (minute - campaign.begin + 1) / 5, (campaign.end - minute) / 5);
    effects.traffic *= 1 + (campaign.factor - 1) * ramp;
  }
  const hiccup = runningOf(plan.hiccups, minute);
  if (hiccup !== undefined) effects.latency *= hiccup.factor;
  const debugging = runningOf(plan.debugging, minute);
  if (debugging !== undefined) effects.debug = debugging.factor;
  const broken = runningOf(plan.breaks, minute);
  if (broken !== undefined) effects.fail = broken.factor;
  effects.isDown = runningOf(plan.stops, minute) !== undefined;
  if (effects.isDown) effects.restarts = 0.2;
  return {
    deployment: plan.deployments.find((deployment) => deployment.minute === minute),
    isGap: runningOf(plan.gaps, minute) !== undefined,
    hasRetries: runningOf(plan.retries, minute) !== undefined,
    isRestarting: runningOf(plan.restarts, minute) !== undefined,
  };
}

/** 0 at night to 1 at the busiest hour, smooth over midnight. */
function dayShape(hour, peakHour) {
  const distance = Math.abs(hour - peakHour);
  return 0.5 + 0.5 * Math.cos((Math.PI * Math.min(distance, 24 - distance)) / 12);
}

/** Usual share of the peak at this time. */
export function seasonOf(node, at) {
  const minute = minuteOfDay(at);
  const hour = minute / 60;
  const weekend = isWeekend(dayOf(at)) ? node.weekend : 1;
  if (node.season === "flat") return 0.8;
  if (node.season === "batch") return isJobRunning(node, minute) ? 1 : 0;
  if (node.season === "office") return (hour >= 8 && hour < 18 ? 1 - 0.4 * dayShape(hour * 2, 25) : 0.02) * weekend;
  const lunch = hour > 11.5 && hour < 13.5 ? 1 - node.lunchDip * Math.sin(((hour - 11.5) * Math.PI) / 2) : 1;
  return (node.night + (1 - node.night) * dayShape(hour, node.peakHour)) * weekend * lunch;
}

/** Nightly job, and for some services a short one on the hour. */
export function isJobRunning({ job, role }, minute) {
  const since = minute - job.hour * 60;
  return (since >= 0 && since < job.minutes) || (job.isHourly && role !== "batch" && minute % 60 < 4);
}

/** Stores are backed up at night. */
export const isBackupRunning = ({ backup }, minute) =>
  minute >= backup.hour * 60 && minute < backup.hour * 60 + backup.minutes;
