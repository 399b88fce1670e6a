import type { ReportRun, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

/** The most that the interface gives; it has no way to read one run. */
export const REPORT_RUNS_MAX = 500;

/** The id of a report run, from the only one that begins with the given characters. A whole id is taken as it is. */
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
