import type { DepartureStore } from "../../team/team.ts";
import type { Database } from "../sql/database.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { teamDepartureTable } from "./team-tables.ts";

export const createDepartureStore = (database: Database): DepartureStore => ({
  async due(now, most) {
    const rows = await database.reader
      .createQueryBuilder(teamDepartureTable, "departure")
      .where("departure.checkAt <= :now", { now })
      .orderBy("departure.checkAt", "ASC")
      .limit(most)
      .getMany();
    return rows.map(({ checkAt: _checkAt, ...departure }) => departure);
  },
  checkAgain: ({ organizationId, memberId }, at) =>
    database.write(async (transaction) => {
      const where = { organizationId, memberId };
      if (at === null) await transaction.delete(teamDepartureTable, where);
      else await updateRows(transaction, teamDepartureTable, where, { checkAt: at });
    }),
});
