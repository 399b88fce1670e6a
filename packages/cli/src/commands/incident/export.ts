import { Flags } from "@oclif/core";
import { defineExport } from "../../command/define-export.ts";
import { resolveMemberId } from "../../find/members.ts";
import { oneOf } from "../../flags/common-flags.ts";
import { severities, statuses } from "../../format/incident.ts";

export default defineExport({
  summary: "Export incidents as CSV, the newest first.",
  description:
    "Cells that a spreadsheet could read as formulas begin with an apostrophe. Nothing is written unless the export is complete. --json needs --file, and reports the size.",
  examples: [
    "tocsin incident export > incidents.csv",
    "tocsin incident export --status resolved --service checkout --file resolved.csv",
  ],
  flags: {
    status: oneOf(statuses, { description: "Only incidents in this status." }),
    severity: oneOf(severities, { description: "Only incidents of this severity." }),
    service: Flags.string({ description: "Only incidents that affect this service." }),
    search: Flags.string({ description: "Words in title, description and services." }),
    assignee: Flags.string({ description: "Only incidents of this team member.", helpValue: "<name|email|id>" }),
    deduplicated: Flags.boolean({ description: "Leave out incidents that were merged into another one." }),
    sort: oneOf(["recency", "severity"], { description: "Order: the newest first, or the most severe first." }),
    limit: Flags.integer({
      description: "Maximum number of incidents to export.",
      default: 10_000,
      min: 1,
      max: 10_000,
    }),
  },
  async csv({ client, flags: { status, severity, service, search, assignee, deduplicated, sort, limit } }) {
    const assigneeId = assignee && (await resolveMemberId(client, assignee));
    if (process.stderr.isTTY && !this.jsonEnabled()) this.note("Waiting for the incidents …");
    return client.incidents.exportCsv({
      ...{ status, severity, service, search, assigneeId, sortBy: sort, limit },
      ...(deduplicated && { deduplicated }),
    });
  },
});
