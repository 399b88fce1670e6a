import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { actionListing } from "../../format/remediation-action.ts";

export default class RemediationHistory extends BaseCommand {
  static override summary = "List the actions of an incident, the newest first.";
  static override examples = ["<%= config.bin %> remediation history 019353e1"];
  static override args = incidentArg;
  static override flags = listFlags;

  async run() {
    const { args, flags } = await this.parse(RemediationHistory);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const actions = await client.remediation.history(id);
    await this.showList(actionListing(actions), flags, "No actions were requested for this incident.");
    return actions;
  }
}
