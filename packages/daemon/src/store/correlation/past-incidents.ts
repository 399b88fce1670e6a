import type { PastIncident, PastIncidents } from "../../correlate/preview.ts";
import { byCreation, type Place } from "../incident-index/by-creation.ts";
import type { Database } from "../sql/database.ts";
import { queryOne, sql } from "../sql/statement.ts";

const COLUMNS = `id, primary_service as "primaryService", signal_type as "signalType", severity`;

/** From the oldest incident wanted on. Numbers grow with every incident, so that the newest `most` are known by theirs. */
export const createPastIncidents = ({ reader }: Database): PastIncidents => ({
  async *opened(scope, from, to, most) {
    const { organizationId } = scope;
    const oldest = await queryOne<Place>(
      reader,
      sql`select created_at as "createdAt", number from incident where organization_id = ${organizationId} and created_at >= ${from}
           and number = (select max(number) from incident where organization_id = ${organizationId}) - ${most}`,
    );
    const after = oldest ?? { createdAt: from, number: 0 };
    yield* byCreation<PastIncident & Place>(reader, scope, COLUMNS, { after, to, most });
  },
});
