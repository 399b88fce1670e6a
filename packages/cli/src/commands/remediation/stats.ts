import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { remediationStatsText } from "../../format/remediation-stats.ts";

export default class RemediationStats extends BaseCommand {
  static override summary = "Count actions by status.";
  static override description =
    "Simulated actions are counted apart, and the success rate excludes them. --json counts by " +
    "status in both modes; its `live` excludes simulated actions.";
  static override examples = [
    "<%= config.bin %> remediation stats",
    "<%= config.bin %> remediation stats --environment production --json | jq .live.successRate",
  ];
  static override flags = {
    environment: Flags.string({ description: "Only actions in this environment." }),
  };

  async run() {
    const { flags } = await this.parse(RemediationStats);
    const client = await this.client(flags);
    const stats = await client.remediation.stats({ environment: flags.environment });
    this.log(remediationStatsText(stats, this.layout));
    return stats;
  }
}
