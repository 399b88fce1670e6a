import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { decideResolution, resolveQuietIncidents } from "../../src/incident/resolve-quiet.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createReadQuiet } from "../../src/store/incidents/quiet-incidents.ts";
import type { Database } from "../../src/store/sql/database.ts";

/** The decision of a worker that listened from `since` until now. */
export const resolvingAt =
  (now: number, since = 0) =>
  (incident: Incident): ReturnType<typeof decideResolution> =>
    decideResolution(incident, now, { since, until: now });

export const resolveQuiet = (
  database: Pick<Database, "reader" | "write">,
  now: number,
  limit: number,
  decide: ReturnType<typeof resolvingAt>,
): Promise<number> =>
  resolveQuietIncidents({ readQuiet: createReadQuiet(database), units: createUnits(database) }, now, limit, decide);
