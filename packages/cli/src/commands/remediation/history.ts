import { Args } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findIncident } from "../../find-incident.ts";
import { actionList } from "../../format/action.ts";

export default class RemediationHistory extends BaseCommand {
  static override summary = "List the actions of an incident, the latest first.";
  static override examples = ["<%= config.bin %> remediation history 019353e1"];
  static override args = {
    id: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(RemediationHistory);
    const client = await (await this.session(flags)).client();
    const { id } = await findIncident(client, args.id);
    const actions = await client.remediation.history(id);
    if (this.jsonEnabled()) return actions;
    if (actions.length > 0)
      this.log(actionList(actions, this.isTerminal ? this.width : undefined, Date.now(), this.paint));
    else if (this.isTerminal) this.note("Nothing was requested for this incident.");
    return actions;
  }
}
