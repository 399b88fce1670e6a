import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findRemediationAction } from "../../find/remediation-action.ts";
import { timeoutFlag } from "../../flags/wait-flags.ts";
import { statusText } from "../../format/action-status.ts";
import { actionName } from "../../format/remediation-action.ts";
import { awaitAction } from "../../wait/await-action.ts";

export default class RemediationWait extends BaseCommand {
  static override summary = "Wait until an action has finished.";
  static override description =
    "The exit code is 0 for a completed or simulated action, and 1 for a failed or rejected one. It is 6 if the policy blocked it, and 8 after the timeout.";
  static override examples = [
    "<%= config.bin %> remediation wait 3f2a9c1e --timeout 30m",
    "<%= config.bin %> remediation wait 3f2a9c1e && ./smoke-test",
  ];
  static override args = {
    id: Args.string({ description: "Id of the action, or at least its first 6 characters.", required: true }),
  };
  static override flags = { timeout: timeoutFlag("15m") };

  async run() {
    const { args, flags } = await this.parse(RemediationWait);
    const client = await this.client(flags);
    const { id } = await findRemediationAction(client, args.id);
    const action = await awaitAction(client, id, flags.timeout, (each) => {
      if (!this.jsonEnabled()) this.note(`${id.slice(0, 8)} is ${statusText(each)}.`);
    });
    this.log(`${actionName(action)}: ${statusText(action)}.`);
    return action;
  }
}
