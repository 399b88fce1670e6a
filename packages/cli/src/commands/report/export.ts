import { Flags } from "@oclif/core";
import { defineExport } from "../../command/define-export.ts";
import { oneOf, rangeFlags } from "../../flags/common-flags.ts";
import { reportStatuses } from "../../format/report.ts";

export default defineExport({
  summary: "Export report runs as CSV, the newest first.",
  description:
    "Cells that a spreadsheet could read as formulas begin with an apostrophe. --json needs --file, and reports the size.",
  examples: ["tocsin report export > runs.csv", "tocsin report export --since 30d --file runs.csv"],
  flags: {
    status: oneOf(reportStatuses, { description: "Only runs in this status." }),
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of runs to export.", default: 10_000, min: 1, max: 10_000 }),
  },
  csv: ({ client, flags: { status, since: from, until: to, limit } }) =>
    client.reporting.exportRunsCsv({ status, from, to, limit }),
});
