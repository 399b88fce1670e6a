import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findRemediationAction } from "../../find/remediation-action.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { statusText } from "../../format/action-status.ts";
import { programs } from "../../text/program-names.ts";

export default class RemediationReject extends BaseCommand {
  static override summary = "Reject pending actions.";
  static override description = "Give ids, or - with --yes to read them from stdin.";
  static override usage = "remediation reject ID…";
  static override examples = [
    "<%= config.bin %> remediation reject 3f2a9c1e",
    '<%= config.bin %> remediation reject 3f2a9c1e --reason "the provider has fixed it"',
    '<%= config.bin %> remediation pending -o name | <%= config.bin %> remediation reject - --yes --reason "false alarm"',
  ];
  static override strict = false;
  static override flags = {
    reason: Flags.string({ description: "Reason, for the record.", helpValue: "<text>" }),
    yes: Flags.boolean({ char: "y", description: "Reject all ids from stdin." }),
    ...changeFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(RemediationReject);
    const words = argv.map(String);
    if (words.length === 0)
      throw usageError(`Give at least one id, for example: ${programs.cli} remediation reject 3f2a9c1e`);
    if (words.includes("-") && !flags.yes && !flags["dry-run"]) throw usageError("Ids from stdin need --yes.");
    const client = await this.client(flags);
    const { reason } = flags;
    return this.forEachId(words, async (given) => {
      const action = await findRemediationAction(client, given);
      const { id, mode } = action;
      const rejected = await client.remediation.reject(id, reason === undefined ? undefined : { reason });
      this.log(`${id.slice(0, 8)} ${statusText(action)} → ${statusText({ status: rejected.status, mode })}`);
      return client.remediation.get(id);
    });
  }
}
