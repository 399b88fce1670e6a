import { Flags } from "@oclif/core";
import type { Runbook, RunbookVersion } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook, findVersion } from "../../find/runbook.ts";
import { runbookArg } from "../../flags/runbook-arg.ts";
import { runbookPage } from "../../format/runbook.ts";
import { cleanSyntax } from "../../text/clean-text.ts";

export default class RunbookShow extends BaseCommand {
  static override summary = "Show a runbook.";
  static override description =
    "The Markdown is formatted for the terminal; code stays unchanged for copying. --raw prints the Markdown " +
    "itself. --json prints the runbook, or the version given by --version.";
  static override examples = [
    "<%= config.bin %> runbook show roll-back-payment-api",
    "<%= config.bin %> runbook show roll-back-payment-api --raw > runbook.md",
    "<%= config.bin %> runbook show roll-back-payment-api --version 1.0.0",
  ];
  static override args = runbookArg;
  static override flags = {
    version: Flags.string({ description: "Version to show; the latest by default.", helpValue: "<1.2.0>" }),
    raw: Flags.boolean({ description: "Print the original Markdown." }),
  };

  async run(): Promise<Runbook | RunbookVersion> {
    const { args, flags } = await this.parse(RunbookShow);
    const client = await this.client(flags);
    const runbook = await findRunbook(client, args.runbook);
    const version = flags.version === undefined ? undefined : await findVersion(client, runbook, flags.version);
    const shown = version ?? { ...runbook, version: runbook.latestVersion, contentMd: runbook.contentMd ?? "" };
    if (flags.raw && !this.jsonEnabled()) {
      const ended = shown.contentMd.replace(/\n?$/, "\n");
      process.stdout.write(cleanSyntax(ended));
    } else {
      this.log(runbookPage(runbook, shown, this.layout));
    }
    return version ?? runbook;
  }
}
