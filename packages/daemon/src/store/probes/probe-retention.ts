import { LessThan } from "typeorm";
import type { ToolRunUpkeep } from "../../probe/tool-runs.ts";
import type { Database } from "../sql/database.ts";
import { countChanged, sql } from "../sql/statement.ts";
import { toolRunTable } from "./probe-tables.ts";
import { namedOutputs, toRun } from "./tool-run-store.ts";

/** Every step takes the oldest rows of an index that holds no others. */
export function createToolRunUpkeep(database: Pick<Database, "reader" | "write">): ToolRunUpkeep {
  const { reader } = database;
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
      countChanged(
        database,
        sql`update tool_run set output_ref = null, preview = null where seq in (
              select seq from tool_run where output_ref is not null and started_at < ${before}
              order by started_at limit ${most}
            ) returning seq`,
      ),
    deleteRuns: (before, most) =>
      countChanged(
        database,
        sql`delete from tool_run where seq in (
              select seq from tool_run where started_at < ${before} order by started_at limit ${most}
            ) returning seq`,
      ),
    named: (refs) => namedOutputs(reader, refs),
  };
}
