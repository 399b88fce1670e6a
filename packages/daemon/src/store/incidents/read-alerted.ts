import type { AlertedServices } from "../../diagnose/gather/services-in-view.ts";
import type { Database } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";

/** Limit of incidents, the newest first: a range of an index. */
const INCIDENTS_MAX = 200;

export const createAlertedServices = ({ reader }: Database): AlertedServices => ({
  async within({ organizationId }, { from, to }, most) {
    const rows = await query<{ readonly services: string }>(
      reader,
      sql`select affected_services as "services" from incident
        where organization_id = ${organizationId} and created_at >= ${from} and created_at <= ${to}
        order by created_at desc, number desc limit ${INCIDENTS_MAX + 1}`,
    );
    const found = rows.slice(0, INCIDENTS_MAX);
    const names = new Set(found.flatMap(({ services }) => JSON.parse(services) as string[]));
    return { services: [...names].slice(0, most), isAll: rows.length === found.length && names.size <= most };
  },
});
