import { Args, Flags } from "@oclif/core";
import type { RunbookVersion } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook, findVersion } from "../../find/runbook.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { runbookArg } from "../../flags/runbook-arg.ts";
import { nextVersion, readRunbook } from "../../input/runbook-file.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class RunbookVersionCommand extends BaseCommand {
  static override summary = "Add a version to a runbook.";
  static override description =
    "If the text equals the latest version, nothing is added, so that CI can repeat the command. Front " +
    "matter can set version and summary; its other fields are ignored.";
  static override examples = [
    "<%= config.bin %> runbook version roll-back-payment-api roll-back.md",
    '<%= config.bin %> runbook version roll-back-payment-api - --version 2.0.0 --summary "For the new cluster" < roll-back.md',
  ];
  static override args = {
    ...runbookArg,
    file: Args.string({ description: "File in Markdown; - reads stdin.", required: true, helpValue: "<file|->" }),
  };
  static override flags = {
    version: Flags.string({
      description: "New version; by default the next minor one, such as 1.3.0 after 1.2.7.",
      helpValue: "<1.2.0>",
    }),
    summary: Flags.string({ description: "Summary of the change, in one line." }),
    ...changeFlags,
  };

  async run(): Promise<RunbookVersion> {
    const { args, flags } = await this.parse(RunbookVersionCommand);
    const written = await readRunbook(args.file);
    const client = await this.client(flags);
    const runbook = await findRunbook(client, args.runbook);
    const { id, slug, latestVersion } = runbook;
    const name = cleanLine(slug);
    if (written.contentMd === runbook.contentMd) {
      this.log(`${name} ${cleanLine(latestVersion)} already has this text.`);
      return findVersion(client, runbook, latestVersion);
    }
    const summary = flags.summary ?? written.summary;
    const added = await client.runbooks.addVersion(id, {
      version: flags.version ?? written.version ?? nextVersion(latestVersion),
      contentMd: written.contentMd,
      ...(summary !== undefined && { changeSummary: summary }),
    });
    this.log(`${name} ${cleanLine(latestVersion)} → ${cleanLine(added.version)}`);
    this.suggestNext(`${programs.cli} runbook ${runbook.status === "published" ? "show" : "publish"} ${name}`);
    return added;
  }
}
