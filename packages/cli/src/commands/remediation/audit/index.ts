import { defineCommand } from "../../../command/define-command.ts";
import { remediationActionItem } from "../../../find/items.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { auditListing } from "../../../format/remediation-stats.ts";

export default defineCommand({
  summary: "List the audit log entries of an action, the oldest first.",
  description: "--json has the full content of each entry.",
  examples: ["tocsin remediation audit 3f2a9c1e", "tocsin remediation audit 3f2a9c1e --json | jq '.[].content'"],
  flags: listFlags,
  item: remediationActionItem,
  async request({ client, item: { id, mode }, flags }) {
    const entries = await client.remediation.audit(id);
    await this.showList(auditListing(entries, mode), flags, "The audit log has no entries for this action.");
    this.suggestNext("remediation audit verify");
    return entries;
  },
});
