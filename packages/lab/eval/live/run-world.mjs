// One world through the worker's path in the time of its events, and what came of it.
import { createWorld, planFaults, trafficOf } from "../world/world.mjs";
import { openLivePath } from "./live-path.mjs";
import { scoreWorld } from "./score-world.mjs";

const HOUR = 3_600_000;
/** A Monday morning; seeds begin on different days of the week, at different hours. */
const MONDAY = Date.UTC(2026, 4, 4);
const SETTLE_MINUTES = 45;

/** `everyMinutes` is the usual time between faults; 0 for none. */
export async function runWorld({ family, seed, services, hours, everyMinutes, rules }) {
  const from = MONDAY + (seed % 7) * 24 * HOUR + ((seed * 5) % 24) * HOUR;
  const until = from + hours * HOUR;
  const world = createWorld({ family, seed, services, from });
  const isFaulty = everyMinutes > 0;
  const faults = isFaulty ? planFaults(world, { from, until, everyMinutes, settleMinutes: SETTLE_MINUTES }) : [];
  const live = await openLivePath({ catalog: world.services, from, ...(rules && { rules }) });
  let events = 0;
  try {
    for (const minute of trafficOf(world, { from, until, faults })) {
      events += minute.length;
      await live.take(minute);
    }
    await live.passTime(until);
    const incidents = await live.incidents();
    const notices = live.notices();
    const result = scoreWorld({ services: world.services, from, until, faults, incidents, notices });
    return { incidents, isFaulty, family, seed, from, until, events, services: world.services.length, ...result };
  } finally {
    await live.close();
  }
}
