import { defineCommand } from "../../command/define-command.ts";
import { remediationActionItem } from "../../find/items.ts";
import { actionDetails } from "../../format/remediation-action.ts";

export default defineCommand({
  summary: "Show one action: its plan, policy verdict and history.",
  description: "--json prints the action with its audit log entries as `audit`.",
  examples: ["tocsin remediation show 3f2a9c1e", "tocsin remediation show 3f2a9c1e --json | jq .plan"],
  item: remediationActionItem,
  async request({ client, item: action }) {
    const audit = await client.remediation.audit(action.id);
    this.log(actionDetails(action, audit, this.layout));
    if (action.status === "PENDING_APPROVAL") this.suggestNext(`remediation approve ${action.id.slice(0, 8)}`);
    return { ...action, audit };
  },
});
