import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { waitUntilDoneFlags } from "../../flags/wait-flags.ts";
import { reportRunText } from "../../format/report.ts";
import { programs } from "../../text/program-names.ts";
import { awaitReportRun } from "../../wait/await-report-run.ts";

export default class ReportRunCommand extends BaseCommand {
  static override summary = "Create a report now, outside the schedule.";
  static override description =
    "The report covers the last day or week, as the schedule says. --wait waits until it is sent, and fails if it fails.";
  static override examples = ["<%= config.bin %> report run", "<%= config.bin %> report run --wait --timeout 2m"];
  static override flags = { ...waitUntilDoneFlags, ...changeFlags };

  async run() {
    const { flags } = await this.parse(ReportRunCommand);
    const client = await this.client(flags);
    const begun = await client.reporting.startRun();
    const run = flags.wait ? await awaitReportRun(client, begun, flags.timeout) : begun;
    this.log(reportRunText(run, this.layout));
    if (!flags.wait) this.suggestNext(`${programs.cli} report runs --limit 1`);
    return run;
  }
}
