import { defineView } from "../../command/define-command.ts";
import { remediationActionItem } from "../../find/items.ts";
import { actionDetails } from "../../format/remediation-action.ts";

export default defineView({
  summary: "Show one action: its plan, policy verdict and history.",
  description: "--json prints the action with its audit log entries as `audit`.",
  examples: ["tocsin remediation show 3f2a9c1e", "tocsin remediation show 3f2a9c1e --json | jq .plan"],
  item: remediationActionItem,
  read: async ({ client, item }) => ({ ...item, audit: await client.remediation.audit(item.id) }),
  text: (action, layout) => actionDetails(action, action.audit, layout),
  next: ({ id, status }) => status === "PENDING_APPROVAL" && `remediation approve ${id.slice(0, 8)}`,
});
