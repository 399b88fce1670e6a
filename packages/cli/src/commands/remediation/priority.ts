import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { remediationPriorityText } from "../../format/remediation-stats.ts";
import { programs } from "../../text/program-names.ts";

export default class RemediationPriority extends BaseCommand {
  static override summary = "Show how urgently remediation needs attention.";
  static override description =
    "The priority depends on pending approvals, running executions and failures of the last day.";
  static override examples = [
    "<%= config.bin %> remediation priority",
    "<%= config.bin %> remediation priority --environment production --json | jq -r .level",
  ];
  static override flags = {
    environment: Flags.string({ description: "Only actions in this environment." }),
  };

  async run() {
    const { flags } = await this.parse(RemediationPriority);
    const client = await this.client(flags);
    const signal = await client.remediation.priority({ environment: flags.environment });
    this.log(remediationPriorityText(signal, this.layout));
    if (signal.pendingApprovals > 0) this.suggestNext(`${programs.cli} remediation pending`);
    else if (signal.failedInLast24h > 0)
      this.suggestNext(`${programs.cli} remediation list --status failed --since 1d`);
    return signal;
  }
}
