import type { ReadQuiet } from "../../incident/resolve-quiet.ts";
import type { Database } from "../sql/database.ts";
import { toIncident } from "./incident-rows.ts";
import { incidentTable } from "./incident-tables.ts";

/** From the index of incidents that may resolve automatically. */
export const createReadQuiet =
  ({ reader }: Pick<Database, "reader">): ReadQuiet =>
  async (now, limit) => {
    const query = reader.createQueryBuilder(incidentTable, "incident").where("incident.quietAt <= :now", { now });
    return (await query.orderBy("incident.quietAt", "ASC").limit(limit).getMany()).map(toIncident);
  };
