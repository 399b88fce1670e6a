import { defineList } from "../../../command/define-command.ts";
import { remediationActionItem } from "../../../find/items.ts";
import { auditListing } from "../../../format/remediation-stats.ts";

export default defineList({
  summary: "List the audit log entries of an action, the oldest first.",
  description: "--json has the full content of each entry.",
  examples: ["tocsin remediation audit 3f2a9c1e", "tocsin remediation audit 3f2a9c1e --json | jq '.[].content'"],
  item: remediationActionItem,
  read: ({ client, item: { id } }) => client.remediation.audit(id),
  listing: (entries, { item: { mode } }) => auditListing(entries, mode),
  none: "The audit log has no entries for this action.",
  next: () => "remediation audit verify",
});
