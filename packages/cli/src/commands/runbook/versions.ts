import type { RunbookVersion } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook } from "../../find/runbook.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { runbookArg } from "../../flags/runbook-arg.ts";
import { versionListing } from "../../format/runbook.ts";
import { collect } from "../../query/collect.ts";

export default class RunbookVersions extends BaseCommand {
  static override summary = "List the versions of a runbook, the newest first.";
  static override description = "--json includes the texts.";
  static override examples = [
    "<%= config.bin %> runbook versions roll-back-payment-api",
    "<%= config.bin %> runbook versions roll-back-payment-api -o name | sed -n 2p",
  ];
  static override args = runbookArg;
  static override flags = listFlags;

  async run(): Promise<RunbookVersion[]> {
    const { args, flags } = await this.parse(RunbookVersions);
    const client = await this.client(flags);
    const { id } = await findRunbook(client, args.runbook);
    const versions = await collect(client.runbooks.allVersions(id));
    await this.showList(versionListing(versions), flags, "The runbook has no versions.");
    return versions;
  }
}
