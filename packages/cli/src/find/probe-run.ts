import type { Tocsin, ToolRun, ToolRunDetail } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

/** Maximum of the API. */
const LIMIT_MAX = 100;

export async function findProbeRun(client: Tocsin, incidentId: string, given: string): Promise<ToolRunDetail> {
  const get = (id: string) => client.diagnostics.run(incidentId, id);
  const found = await findById<ToolRun | ToolRunDetail>(given, {
    what: "run",
    list: `probe runs ${incidentId.slice(0, 8)}`,
    get,
    async *newest() {
      yield* await client.diagnostics.runs(incidentId, { limit: LIMIT_MAX });
    },
    nameOf: ({ toolType, startedAt }) => `${toolType}, ${startedAt}`,
  });
  return "parameters" in found ? found : get(found.id);
}
