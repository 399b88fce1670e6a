import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { remediationActionItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { statusText } from "../../format/action-status.ts";

export default defineCommand({
  summary: "Reject pending actions.",
  description: "Give ids, or - with --yes to read them from stdin.",
  usage: "remediation reject ID…",
  examples: [
    "tocsin remediation reject 3f2a9c1e",
    'tocsin remediation reject 3f2a9c1e --reason "the provider has fixed it"',
    'tocsin remediation pending -o name | tocsin remediation reject - --yes --reason "false alarm"',
  ],
  flags: {
    reason: Flags.string({ description: "Reason, for the record.", helpValue: "<text>" }),
    yes: Flags.boolean({ char: "y", description: "Reject all ids from stdin." }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    const words = argv.map(String);
    if (words.length === 0) throw usageError("Give at least one id", "remediation reject 3f2a9c1e");
    if (words.includes("-") && !flags.yes && !flags["dry-run"]) throw usageError("Ids from stdin need --yes.");
    const client = await this.client(flags);
    const { reason } = flags;
    return this.forEachId(words, async (given) => {
      const action = await remediationActionItem.find(client, given);
      const { id, mode } = action;
      const rejected = await client.remediation.reject(id, reason === undefined ? undefined : { reason });
      this.log(`${id.slice(0, 8)} ${statusText(action)} → ${statusText({ status: rejected.status, mode })}`);
      return client.remediation.get(id);
    });
  },
});
