import { Flags } from "@oclif/core";
import { defineBulk } from "../../command/define-command.ts";
import { remediationActionItem } from "../../find/items.ts";
import { usageError } from "../../flags/common-flags.ts";
import { statusText } from "../../format/action-status.ts";

export default defineBulk({
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
  },
  missing: "Give at least one id",
  example: "remediation reject 3f2a9c1e",
  check({ argv, flags }) {
    if (argv.includes("-") && !flags.yes && !flags["dry-run"]) throw usageError("Ids from stdin need --yes.");
  },
  find: remediationActionItem.find,
  async each({ client, item: action, flags: { reason } }) {
    const { id, mode } = action;
    const rejected = await client.remediation.reject(id, reason === undefined ? undefined : { reason });
    this.log(`${id.slice(0, 8)} ${statusText(action)} → ${statusText({ status: rejected.status, mode })}`);
    return client.remediation.get(id);
  },
});
