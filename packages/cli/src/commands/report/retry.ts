import { Args } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { resolveReportRunId } from "../../find/runs.ts";
import { changeFlags, waitUntilDoneFlags } from "../../flags/common-flags.ts";
import { reportRunText } from "../../format/report.ts";
import { awaitReportRun } from "../../wait/await-report-run.ts";

export default defineView({
  summary: "Send the report of an earlier run again.",
  description:
    "A new run sends the report of the same period to the recipients that it did not reach, or to all if it reached all.",
  examples: ["tocsin report retry 5c1d0c2f", "tocsin report retry 5c1d0c2f --wait"],
  args: { run: Args.string({ description: "Id of the run, or at least its first 6 characters.", required: true }) },
  flags: { ...waitUntilDoneFlags, ...changeFlags },
  async read({ client, args, flags }) {
    const begun = await client.reporting.retryRun(await resolveReportRunId(client, args.run));
    return flags.wait ? awaitReportRun(client, begun, flags.timeout) : begun;
  },
  text: reportRunText,
  next: (_, { flags: { wait } }) => !wait && "report runs --limit 1",
});
