import { Args } from "@oclif/core";
import { BaseCommand } from "../../../command/base-command.ts";
import { findRemediationAction } from "../../../find/remediation-action.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { auditListing } from "../../../format/remediation-stats.ts";
import { programs } from "../../../text/program-names.ts";

export default class RemediationAudit extends BaseCommand {
  static override summary = "List the audit log entries of an action, the oldest first.";
  static override description = "--json has the full content of each entry.";
  static override examples = [
    "<%= config.bin %> remediation audit 3f2a9c1e",
    "<%= config.bin %> remediation audit 3f2a9c1e --json | jq '.[].content'",
  ];
  static override args = {
    id: Args.string({ description: "Id of the action, or at least its first 6 characters.", required: true }),
  };
  static override flags = listFlags;

  async run() {
    const { args, flags } = await this.parse(RemediationAudit);
    const client = await this.client(flags);
    const { id, mode } = await findRemediationAction(client, args.id);
    const entries = await client.remediation.audit(id);
    await this.showList(auditListing(entries, mode), flags, "The audit log has no entries for this action.");
    this.suggestNext(`${programs.cli} remediation audit verify`);
    return entries;
  }
}
