import { decideResolution } from "../../src/incident/resolve-quiet.ts";
import type { Incident } from "../../src/model/incident.ts";

/** The decision of a worker that listened from `since` until now. */
export const resolvingAt =
  (now: number, since = 0) =>
  (incident: Incident): ReturnType<typeof decideResolution> =>
    decideResolution(incident, now, { since, until: now });
