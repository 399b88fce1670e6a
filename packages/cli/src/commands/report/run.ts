import { BaseCommand } from "../../base-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { untilDoneFlags } from "../../flags/wait-flags.ts";
import { reportRunText } from "../../format/report.ts";
import { names } from "../../text/program-names.ts";
import { awaitReportRun } from "../../wait/report-run.ts";

export default class ReportRunCommand extends BaseCommand {
  static override summary = "Make a report now, outside the schedule.";
  static override description =
    "About the last day or week, as the schedule has it. It begins at once and is sent meanwhile; --wait sees it through, and fails where it fails.";
  static override examples = ["<%= config.bin %> report run", "<%= config.bin %> report run --wait --timeout 2m"];
  static override flags = { ...untilDoneFlags, ...changeFlags };

  async run() {
    const { flags } = await this.parse(ReportRunCommand);
    const client = await this.client(flags);
    const begun = await client.reporting.startRun();
    const run = flags.wait ? await awaitReportRun(client, begun, flags.timeout) : begun;
    this.log(reportRunText(run, { width: this.width, paint: this.paint }));
    if (!flags.wait) this.next(`${names.cli} report runs --limit 1`);
    return run;
  }
}
