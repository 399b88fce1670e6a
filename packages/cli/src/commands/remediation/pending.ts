import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { actionListing, pendingListing } from "../../format/remediation-action.ts";
import { programs } from "../../text/program-names.ts";

const LIMIT = 500;

export default class RemediationPending extends BaseCommand {
  static override summary = "List pending approvals.";
  static override examples = [
    "<%= config.bin %> remediation pending",
    "<%= config.bin %> remediation pending --json | jq -r '.[].id'",
    {
      description: "Reject all pending actions in staging",
      command:
        "<%= config.bin %> remediation pending --environment staging -o name | <%= config.bin %> remediation reject - --yes",
    },
  ];
  static override flags = {
    environment: Flags.string({ description: "Only actions in this environment." }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(RemediationPending);
    const { environment, output } = flags;
    const client = await this.client(flags);
    const actions = await client.remediation.actions({ status: "PENDING_APPROVAL", environment, limit: LIMIT });
    const isForPerson = this.isTerminal && output === undefined;
    await this.showList(
      isForPerson ? pendingListing(actions) : actionListing(actions),
      flags,
      "There are no pending approvals.",
    );
    if (actions.length === LIMIT) this.note(`These are the newest ${LIMIT}; there may be more.`);
    const [first] = actions;
    if (first) this.suggestNext(`${programs.cli} remediation approve ${first.id.slice(0, 8)}`);
    return actions;
  }
}
