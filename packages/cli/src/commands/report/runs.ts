import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf, rangeFlags } from "../../flags/common-flags.ts";
import { reportRunListing, reportStatuses } from "../../format/report.ts";

export default class ReportRuns extends BaseCommand {
  static override summary = "List report runs, the newest first.";
  static override examples = [
    "<%= config.bin %> report runs",
    "<%= config.bin %> report runs --status failed --since 'last monday'",
  ];
  static override flags = {
    status: oneOf(reportStatuses, { description: "Only runs in this status." }),
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of runs to list.", default: 50, min: 1, max: 500 }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(ReportRuns);
    const { status, since: from, until: to, limit } = flags;
    const client = await this.client(flags);
    const runs = await client.reporting.runs({ status, from, to, limit });
    await this.showList(reportRunListing(runs), flags, "No run matches these filters.");
    return runs;
  }
}
