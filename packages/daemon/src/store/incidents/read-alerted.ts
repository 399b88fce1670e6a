import type { AlarmedServices } from "../../diagnose/gather/alerted-services-around.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

/** Of so many incidents, the newest of the time: a range of an index. */
const INCIDENTS_MAX = 200;

export const createAlarmedServices = ({ reader }: Database): AlarmedServices => ({
  async within({ organizationId }, { from, to }, most) {
    const sql = `select affected_services as "services" from incident
      where organization_id = ? and created_at >= ? and created_at <= ? order by created_at desc, number desc limit ?`;
    const rows = await reader.query(place(reader, sql), [organizationId, from, to, INCIDENTS_MAX + 1]);
    const found = (rows as { readonly services: string }[]).slice(0, INCIDENTS_MAX);
    const names = new Set(found.flatMap(({ services }) => JSON.parse(services) as string[]));
    return { services: [...names].slice(0, most), isAll: rows.length === found.length && names.size <= most };
  },
});
