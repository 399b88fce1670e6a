import { Flags } from "@oclif/core";
import type { Runbook } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { runbookListing, runbookStatuses } from "../../format/runbook.ts";
import { collect } from "../../query/collect.ts";
import { programs } from "../../text/program-names.ts";

export default class RunbookList extends BaseCommand {
  static override summary = "List runbooks, the newest first.";
  static override description = "The list includes archived runbooks. --json leaves out the texts: see runbook show.";
  static override examples = [
    "<%= config.bin %> runbook list",
    "<%= config.bin %> runbook list --status published --action restart-service",
    {
      description: "Publish all drafts",
      command: "<%= config.bin %> runbook list --status draft -o name | <%= config.bin %> runbook publish -",
    },
  ];
  static override flags = {
    status: oneOf(runbookStatuses, { description: "Only runbooks in this status." }),
    action: Flags.string({ description: "Only runbooks for this type of remediation action.", helpValue: "<type>" }),
    ...listFlags,
  };

  async run(): Promise<Omit<Runbook, "contentMd">[]> {
    const { flags } = await this.parse(RunbookList);
    const client = await this.client(flags);
    const filter = { status: flags.status, actionType: flags.action, limit: 1_000 };
    const runbooks = await collect(client.runbooks.listAll(filter));
    const none = `No runbook matches these filters. To create one: ${programs.cli} runbook create --help`;
    await this.showList(runbookListing(runbooks), flags, none);
    return runbooks.map(({ contentMd: _, ...runbook }) => runbook);
  }
}
