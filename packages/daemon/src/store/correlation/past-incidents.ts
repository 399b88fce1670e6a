import type { EntityManager } from "typeorm";
import type { PastIncident, PastIncidents } from "../../correlate/preview.ts";
import type { Scope } from "../../model/scope.ts";
import { byCreation, type Place } from "../incident-index/by-creation.ts";
import type { Database } from "../sql/database.ts";
import { queryOne, sql } from "../sql/statement.ts";

const COLUMNS = `id, primary_service as "primaryService", signal_type as "signalType", severity`;

/** From the oldest incident wanted on. */
export const createPastIncidents = ({ reader }: Database): PastIncidents => ({
  async *opened(scope, from, to, most) {
    const after = await firstPlace(reader, scope, from, most);
    yield* byCreation<PastIncident & Place>(reader, scope, COLUMNS, { after, to, most });
  },
});

/** Just before the oldest one wanted. Numbers grow with every incident, so that the newest `most` are known by theirs. */
async function firstPlace(
  reader: EntityManager,
  { organizationId }: Scope,
  from: number,
  most: number,
): Promise<Place> {
  const found = await queryOne<Place>(
    reader,
    sql`select created_at as "createdAt", number from incident where organization_id = ${organizationId} and created_at >= ${from}
         and number = (select max(number) from incident where organization_id = ${organizationId}) - ${most}`,
  );
  return found ?? { createdAt: from, number: 0 };
}
