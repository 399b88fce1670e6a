import { Flags } from "@oclif/core";
import type { Runbook } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { runbookListing, runbookStatuses } from "../../format/runbook.ts";
import { collect } from "../../query/pages.ts";
import { programs } from "../../text/program-names.ts";

export default defineCommand({
  summary: "List runbooks, the newest first.",
  description: "The list includes archived runbooks. --json leaves out the texts: see runbook show.",
  examples: [
    "tocsin runbook list",
    "tocsin runbook list --status published --action restart-service",
    {
      description: "Publish all drafts",
      command: "tocsin runbook list --status draft -o name | tocsin runbook publish -",
    },
  ],
  flags: {
    status: oneOf(runbookStatuses, { description: "Only runbooks in this status." }),
    action: Flags.string({ description: "Only runbooks for this type of remediation action.", helpValue: "<type>" }),
    ...listFlags,
  },
  async request({ client, flags }): Promise<Omit<Runbook, "contentMd">[]> {
    const filter = { status: flags.status, actionType: flags.action, limit: 1_000 };
    const runbooks = await collect(client.runbooks.listAll(filter));
    const none = `No runbook matches these filters. To create one: ${programs.cli} runbook create --help`;
    await this.showList(runbookListing(runbooks), flags, none);
    return runbooks.map(({ contentMd: _, ...runbook }) => runbook);
  },
});
