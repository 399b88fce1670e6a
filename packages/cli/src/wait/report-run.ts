import type { ReportRun, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { findById } from "../find/by-id.ts";
import { cleanLine } from "../format/clean.ts";
import { names } from "../names.ts";
import { poll } from "./poll.ts";

/** The most that the interface gives; it has no way to read one run. */
const LIMIT_MAX = 500;

/** The id of a report run, from the only one that begins with the given characters. A whole id is taken as it is. */
export const reportRunId = async (client: Tocsin, given: string): Promise<string> => {
  const { id } = await findById<Pick<ReportRun, "id" | "status" | "startedAt">>(given, {
    what: "run",
    list: "report runs",
    get: async (whole) => ({ id: whole, status: "running", startedAt: "" }),
    async *newest() {
      yield* await client.reporting.runs({ limit: LIMIT_MAX });
    },
    nameOf: ({ status, startedAt }) => `${status}, ${startedAt}`,
  });
  return id;
};

/** The run, once it has ended. Throws where the time is up, and where it failed. */
export async function awaitReportRun(client: Tocsin, run: ReportRun, timeoutMs: number): Promise<ReportRun> {
  const id = run.id;
  const ended =
    run.status === "running"
      ? await poll(async (signal) => {
          const runs = await client.reporting.runs({ from: run.startedAt, limit: LIMIT_MAX }, { signal });
          return runs.find((each) => each.id === id && each.status !== "running");
        }, timeoutMs)
      : run;
  if (!ended)
    throw new Failure(
      `The report was not done within ${timeoutMs / 1000} s; it goes on.`,
      exitCodes.timedOut,
      `To look at it later: ${names.cli} report runs`,
    );
  if (ended.status === "success") return ended;
  throw new Failure(
    `The report failed: ${cleanLine(ended.error ?? "no reason was given")}`,
    exitCodes.failure,
    ...ended.deliveryFailures.map(({ recipient, reason }) => `  ${cleanLine(`${recipient}: ${reason}`)}`),
    `To send it again: ${names.cli} report retry ${id.slice(0, 8)}`,
  );
}
