import type { ReportRun, Tocsin, ToolRun, ToolRunDetail } from "@tocsin/sdk";
import { findById } from "./by-id.ts";
import { yieldAll } from "./items.ts";

/** Maximum of the API. */
const PROBE_RUNS_MAX = 100;

export async function findProbeRun(client: Tocsin, incidentId: string, given: string): Promise<ToolRunDetail> {
  const get = (id: string) => client.diagnostics.run(incidentId, id);
  const found = await findById<ToolRun | ToolRunDetail>(given, {
    what: "run",
    list: `probe runs ${incidentId.slice(0, 8)}`,
    get,
    newest: () => yieldAll(client.diagnostics.runs(incidentId, { limit: PROBE_RUNS_MAX })),
    nameOf: ({ toolType, startedAt }) => `${toolType}, ${startedAt}`,
  });
  return "parameters" in found ? found : get(found.id);
}

/** Maximum of the API, which has no request for a single run. */
export const REPORT_RUNS_MAX = 500;

/** Resolves a short id of a report run. A full id is taken unchanged. */
export async function resolveReportRunId(client: Tocsin, given: string): Promise<string> {
  const { id } = await findById<Pick<ReportRun, "id" | "status" | "startedAt">>(given, {
    what: "run",
    list: "report runs",
    get: async (whole) => ({ id: whole, status: "running", startedAt: "" }),
    newest: () => yieldAll(client.reporting.runs({ limit: REPORT_RUNS_MAX })),
    nameOf: ({ status, startedAt }) => `${status}, ${startedAt}`,
  });
  return id;
}
