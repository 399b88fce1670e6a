import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { remediationPriorityText } from "../../format/remediation-stats.ts";

export default defineCommand({
  summary: "Show how urgently remediation needs attention.",
  description: "The priority depends on pending approvals, running executions and failures of the last day.",
  examples: [
    "tocsin remediation priority",
    "tocsin remediation priority --environment production --json | jq -r .level",
  ],
  flags: {
    environment: Flags.string({ description: "Only actions in this environment." }),
  },
  async request({ client, flags }) {
    const signal = await client.remediation.priority({ environment: flags.environment });
    this.log(remediationPriorityText(signal, this.layout));
    if (signal.pendingApprovals > 0) this.suggestNext("remediation pending");
    else if (signal.failedInLast24h > 0) this.suggestNext("remediation list --status failed --since 1d");
    return signal;
  },
});
