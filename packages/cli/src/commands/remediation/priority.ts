import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { remediationPriorityText } from "../../format/remediation-stats.ts";

export default defineView({
  summary: "Show how urgently remediation needs attention.",
  description: "The priority depends on pending approvals, running executions and failures of the last day.",
  examples: [
    "tocsin remediation priority",
    "tocsin remediation priority --environment production --json | jq -r .level",
  ],
  flags: { environment: Flags.string({ description: "Only actions in this environment." }) },
  read: ({ client, flags: { environment } }) => client.remediation.priority({ environment }),
  text: remediationPriorityText,
  next({ pendingApprovals, failedInLast24h }) {
    if (pendingApprovals > 0) return "remediation pending";
    return failedInLast24h > 0 && "remediation list --status failed --since 1d";
  },
});
