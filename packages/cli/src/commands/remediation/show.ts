import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findRemediationAction } from "../../find/remediation-action.ts";
import { actionDetails } from "../../format/remediation-action.ts";
import { programs } from "../../text/program-names.ts";

export default class RemediationShow extends BaseCommand {
  static override summary = "Show one action: its plan, policy verdict and history.";
  static override description = "--json prints the action with its audit log entries as `audit`.";
  static override examples = [
    "<%= config.bin %> remediation show 3f2a9c1e",
    "<%= config.bin %> remediation show 3f2a9c1e --json | jq .plan",
  ];
  static override args = {
    id: Args.string({ description: "Id of the action, or at least its first 6 characters.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(RemediationShow);
    const client = await this.client(flags);
    const action = await findRemediationAction(client, args.id);
    const audit = await client.remediation.audit(action.id);
    this.log(actionDetails(action, audit, this.layout));
    if (action.status === "PENDING_APPROVAL")
      this.suggestNext(`${programs.cli} remediation approve ${action.id.slice(0, 8)}`);
    return { ...action, audit };
  }
}
