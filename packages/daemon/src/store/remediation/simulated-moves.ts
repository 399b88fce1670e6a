import type { SimulatedMove, SimulatedMoveStore } from "../../remediate/undo-simulated-moves.ts";
import type { Database } from "../sql/database.ts";
import { place } from "../sql/sql-rows.ts";

export const createSimulatedMoveStore = ({
  reader,
  write,
}: Pick<Database, "reader" | "write">): SimulatedMoveStore => ({
  list: (most): Promise<SimulatedMove[]> =>
    reader.query(
      `select organization_id as "organizationId", incident_id as "incidentId" from simulated_move limit ${most}`,
    ),
  remove: ({ incidentId }) =>
    write(async (transaction) => {
      await transaction.query(place(transaction, "delete from simulated_move where incident_id = ?"), [incidentId]);
    }),
});
