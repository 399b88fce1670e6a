import { Args, Flags } from "@oclif/core";
import type { RunbookVersion } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { findRunbookVersion, runbookItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { nextVersion, readRunbook } from "../../input/runbook-file.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Add a version to a runbook.",
  description:
    "If the text equals the latest version, nothing is added, so that CI can repeat the command. Front matter can set version and summary; its other fields are ignored.",
  examples: [
    "tocsin runbook version roll-back-payment-api roll-back.md",
    'tocsin runbook version roll-back-payment-api - --version 2.0.0 --summary "For the new cluster" < roll-back.md',
  ],
  args: {
    ...runbookItem.args,
    file: Args.string({ description: "File in Markdown; - reads stdin.", required: true, helpValue: "<file|->" }),
  },
  flags: {
    version: Flags.string({
      description: "New version; by default the next minor one, such as 1.3.0 after 1.2.7.",
      helpValue: "<1.2.0>",
    }),
    summary: Flags.string({ description: "Summary of the change, in one line." }),
    ...changeFlags,
  },
  async run({ args, flags }): Promise<RunbookVersion> {
    const written = await readRunbook(args.file);
    const client = await this.client(flags);
    const runbook = await runbookItem.find(client, args.runbook);
    const { id, slug, latestVersion } = runbook;
    const name = cleanLine(slug);
    if (written.contentMd === runbook.contentMd) {
      this.log(`${name} ${cleanLine(latestVersion)} already has this text.`);
      return findRunbookVersion(client, runbook, latestVersion);
    }
    const summary = flags.summary ?? written.summary;
    const added = await client.runbooks.addVersion(id, {
      version: flags.version ?? written.version ?? nextVersion(latestVersion),
      contentMd: written.contentMd,
      ...(summary !== undefined && { changeSummary: summary }),
    });
    this.log(`${name} ${cleanLine(latestVersion)} → ${cleanLine(added.version)}`);
    this.suggestNext(`runbook ${runbook.status === "published" ? "show" : "publish"} ${name}`);
    return added;
  },
});
