import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { actionListing, pendingListing } from "../../format/remediation-action.ts";

const LIMIT = 500;

export default defineCommand({
  summary: "List pending approvals.",
  examples: [
    "tocsin remediation pending",
    "tocsin remediation pending --json | jq -r '.[].id'",
    {
      description: "Reject all pending actions in staging",
      command: "tocsin remediation pending --environment staging -o name | tocsin remediation reject - --yes",
    },
  ],
  flags: { environment: Flags.string({ description: "Only actions in this environment." }), ...listFlags },
  async request({ client, flags }) {
    const { environment, output } = flags;
    const actions = await client.remediation.actions({ status: "PENDING_APPROVAL", environment, limit: LIMIT });
    const isForPerson = this.isTerminal && output === undefined;
    await this.showList(
      isForPerson ? pendingListing(actions) : actionListing(actions),
      flags,
      "There are no pending approvals.",
    );
    if (actions.length === LIMIT) this.note(`These are the newest ${LIMIT}; there may be more.`);
    const [first] = actions;
    if (first) this.suggestNext(`remediation approve ${first.id.slice(0, 8)}`);
    return actions;
  },
});
