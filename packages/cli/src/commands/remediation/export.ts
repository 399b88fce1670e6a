import { Flags } from "@oclif/core";
import { defineExport } from "../../command/define-export.ts";
import { oneOf } from "../../flags/common-flags.ts";
import { actionStatuses } from "../../format/action-status.ts";

export default defineExport({
  summary: "Export actions as CSV, the newest first.",
  description:
    "Cells that a spreadsheet could read as formulas begin with an apostrophe. --json needs --file, and reports the size.",
  examples: [
    "tocsin remediation export > actions.csv",
    "tocsin remediation export --status failed --limit 10000 --file failed.csv",
  ],
  flags: {
    status: oneOf(actionStatuses, { description: "Only actions in this status." }),
    environment: Flags.string({ description: "Only actions in this environment." }),
    limit: Flags.integer({ description: "Maximum number of actions to export.", default: 10_000, min: 1, max: 10_000 }),
  },
  csv: ({ client, flags: { status, environment, limit } }) =>
    client.remediation.exportCsv({ status, environment, limit }),
});
