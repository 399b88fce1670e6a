import { LessThan } from "typeorm";
import type { ToolRunUpkeep } from "../../probe/tool-runs.ts";
import type { Database } from "../sql/database.ts";
import { place, rowCount } from "../sql/sql-rows.ts";
import { toolRunTable } from "./probe-tables.ts";
import { namedOutputs, toRun } from "./tool-run-store.ts";

/** Every step takes the oldest rows of an index that holds no others. */
export function createToolRunUpkeep({ reader, write }: Pick<Database, "reader" | "write">): ToolRunUpkeep {
  const oldest = (sql: string, before: number, most: number): Promise<number> =>
    write(async (transaction) => rowCount(await transaction.query(place(transaction, sql), [before, most])));
  return {
    async unfinished(before, most) {
      const rows = await reader.find(toolRunTable, {
        where: { status: "running", startedAt: LessThan(before) },
        order: { startedAt: "ASC" },
        take: most,
      });
      return rows.map(toRun);
    },
    forgetOutputs: (before, most) =>
      oldest(
        `update tool_run set output_ref = null, preview = null where seq in (
           select seq from tool_run where output_ref is not null and started_at < ? order by started_at limit ?
         ) returning seq`,
        before,
        most,
      ),
    deleteRuns: (before, most) =>
      oldest(
        "delete from tool_run where seq in (select seq from tool_run where started_at < ? order by started_at limit ?) returning seq",
        before,
        most,
      ),
    named: (refs) => namedOutputs(reader, refs),
  };
}
