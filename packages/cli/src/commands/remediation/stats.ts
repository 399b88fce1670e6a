import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { remediationStatsText } from "../../format/remediation-stats.ts";

export default defineView({
  summary: "Count actions by status.",
  description:
    "Simulated actions are counted apart, and the success rate excludes them. --json counts by status in both modes; its `live` excludes simulated actions.",
  examples: [
    "tocsin remediation stats",
    "tocsin remediation stats --environment production --json | jq .live.successRate",
  ],
  flags: { environment: Flags.string({ description: "Only actions in this environment." }) },
  read: ({ client, flags }) => client.remediation.stats({ environment: flags.environment }),
  text: remediationStatsText,
});
