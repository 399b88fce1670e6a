import { Flags } from "@oclif/core";
import { defineList } from "../../command/define-command.ts";
import { oneOf, rangeFlags } from "../../flags/common-flags.ts";
import { reportRunListing, reportStatuses } from "../../format/report.ts";

export default defineList({
  summary: "List report runs, the newest first.",
  examples: ["tocsin report runs", "tocsin report runs --status failed --since 'last monday'"],
  flags: {
    status: oneOf(reportStatuses, { description: "Only runs in this status." }),
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of runs to list.", default: 50, min: 1, max: 500 }),
  },
  read: ({ client, flags: { status, since: from, until: to, limit } }) =>
    client.reporting.runs({ status, from, to, limit }),
  listing: reportRunListing,
  none: "No run matches these filters.",
});
