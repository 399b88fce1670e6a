import type { ReportRun, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { REPORT_RUNS_MAX } from "../find/runs.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { poll } from "./poll.ts";

/** Waits until a report run has ended. Throws after the timeout, and if the run failed. */
export async function awaitReportRun(client: Tocsin, run: ReportRun, timeoutMs: number): Promise<ReportRun> {
  const id = run.id;
  const ended =
    run.status === "running"
      ? await poll(async (signal) => {
          const runs = await client.reporting.runs({ from: run.startedAt, limit: REPORT_RUNS_MAX }, { signal });
          return runs.find((each) => each.id === id && each.status !== "running");
        }, timeoutMs)
      : run;
  if (!ended)
    throw new Failure(
      `The report did not finish within ${timeoutMs / 1000} s and continues.`,
      exitCodes.timedOut,
      `To see it later: ${programs.cli} report runs`,
    );
  if (ended.status === "success") return ended;
  throw new Failure(
    `The report failed: ${cleanLine(ended.error ?? "no reason was given")}`,
    exitCodes.failure,
    ...ended.deliveryFailures.map(({ recipient, reason }) => `  ${cleanLine(`${recipient}: ${reason}`)}`),
    `To send it again: ${programs.cli} report retry ${id.slice(0, 8)}`,
  );
}
