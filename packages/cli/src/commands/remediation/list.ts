import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { oneOf } from "../../flags.ts";
import { actionList, actionStatuses } from "../../format/action.ts";

export default class RemediationList extends BaseCommand {
  static override summary = "List remediation actions, the latest first.";
  static override examples = [
    "<%= config.bin %> remediation list",
    "<%= config.bin %> remediation list --status failed --environment production",
  ];
  static override flags = {
    status: oneOf(actionStatuses, { description: "Only actions in this status." }),
    environment: Flags.string({ description: "Only actions in this environment." }),
    limit: Flags.integer({ description: "Most actions to list.", default: 50, min: 1, max: 500 }),
  };

  async run() {
    const { flags } = await this.parse(RemediationList);
    const client = await (await this.session(flags)).client();
    const { status, environment, limit } = flags;
    const actions = await client.remediation.actions({ status, environment, limit });
    if (this.jsonEnabled()) return actions;
    if (actions.length > 0)
      this.log(actionList(actions, this.isTerminal ? this.width : undefined, Date.now(), this.paint));
    else if (this.isTerminal) this.note("No action passes these filters.");
    return actions;
  }
}
