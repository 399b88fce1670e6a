import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { resolveReportRunId } from "../../find/report-run.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { waitUntilDoneFlags } from "../../flags/wait-flags.ts";
import { reportRunText } from "../../format/report.ts";
import { programs } from "../../text/program-names.ts";
import { awaitReportRun } from "../../wait/await-report-run.ts";

export default class ReportRetry extends BaseCommand {
  static override summary = "Send the report of an earlier run again.";
  static override description =
    "A new run sends the report of the same period to the recipients that it did not reach, or to all if it reached all.";
  static override examples = [
    "<%= config.bin %> report retry 5c1d0c2f",
    "<%= config.bin %> report retry 5c1d0c2f --wait",
  ];
  static override args = {
    run: Args.string({ description: "Id of the run, or at least its first 6 characters.", required: true }),
  };
  static override flags = { ...waitUntilDoneFlags, ...changeFlags };

  async run() {
    const { args, flags } = await this.parse(ReportRetry);
    const client = await this.client(flags);
    const begun = await client.reporting.retryRun(await resolveReportRunId(client, args.run));
    const run = flags.wait ? await awaitReportRun(client, begun, flags.timeout) : begun;
    this.log(reportRunText(run, this.layout));
    if (!flags.wait) this.suggestNext(`${programs.cli} report runs --limit 1`);
    return run;
  }
}
