import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findAction } from "../../find-action.ts";

export default class RemediationReject extends BaseCommand {
  static override summary = "Reject an action that waits; nothing is done then.";
  static override examples = [
    "<%= config.bin %> remediation reject 3f2a9c1e",
    '<%= config.bin %> remediation reject 3f2a9c1e --reason "the provider has fixed it"',
  ];
  static override args = {
    id: Args.string({ description: "Id of the action, or its first 6 characters or more.", required: true }),
  };
  static override flags = {
    reason: Flags.string({ description: "Why, for the record.", helpValue: "<text>" }),
  };

  async run() {
    const { args, flags } = await this.parse(RemediationReject);
    const client = await (await this.session(flags)).client();
    const { id, status } = await findAction(client, args.id);
    const { reason } = flags;
    const rejected = await client.remediation.reject(id, reason === undefined ? undefined : { reason });
    this.log(`${id.slice(0, 8)} ${status} → ${rejected.status}`);
    return client.remediation.get(id);
  }
}
