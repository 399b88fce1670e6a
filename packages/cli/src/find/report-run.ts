import type { ReportRun, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

/** Maximum of the API, which has no request for a single run. */
export const REPORT_RUNS_MAX = 500;

/** Resolves a short id of a report run. A full id is taken unchanged. */
export const resolveReportRunId = async (client: Tocsin, given: string): Promise<string> => {
  const { id } = await findById<Pick<ReportRun, "id" | "status" | "startedAt">>(given, {
    what: "run",
    list: "report runs",
    get: async (whole) => ({ id: whole, status: "running", startedAt: "" }),
    async *newest() {
      yield* await client.reporting.runs({ limit: REPORT_RUNS_MAX });
    },
    nameOf: ({ status, startedAt }) => `${status}, ${startedAt}`,
  });
  return id;
};
