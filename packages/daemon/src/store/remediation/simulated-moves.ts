import type { SimulatedMove, SimulatedMoveStore } from "../../remediate/requests/undo-simulated-moves.ts";
import type { Database } from "../sql/database.ts";
import { query, raw, sql } from "../sql/statement.ts";

export const createSimulatedMoveStore = ({
  reader,
  write,
}: Pick<Database, "reader" | "write">): SimulatedMoveStore => ({
  list: (most): Promise<SimulatedMove[]> =>
    query(
      reader,
      sql`select organization_id as "organizationId", incident_id as "incidentId" from simulated_move limit ${raw(most)}`,
    ),
  remove: ({ incidentId }) =>
    write(async (transaction) => {
      await query(transaction, sql`delete from simulated_move where incident_id = ${incidentId}`);
    }),
});
