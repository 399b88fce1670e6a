import { Flags } from "@oclif/core";
import type { Runbook, RunbookVersion } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { findRunbookVersion, runbookItem } from "../../find/items.ts";
import { runbookPage } from "../../format/runbook.ts";
import { cleanSyntax } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Show a runbook.",
  description:
    "The Markdown is formatted for the terminal; code stays unchanged for copying. --raw prints the Markdown itself. --json prints the runbook, or the version given by --version.",
  examples: [
    "tocsin runbook show roll-back-payment-api",
    "tocsin runbook show roll-back-payment-api --raw > runbook.md",
    "tocsin runbook show roll-back-payment-api --version 1.0.0",
  ],
  flags: {
    version: Flags.string({ description: "Version to show; the latest by default.", helpValue: "<1.2.0>" }),
    raw: Flags.boolean({ description: "Print the original Markdown." }),
  },
  item: runbookItem,
  async request({ client, item: runbook, flags }): Promise<Runbook | RunbookVersion> {
    const version = flags.version === undefined ? undefined : await findRunbookVersion(client, runbook, flags.version);
    const shown = version ?? { ...runbook, version: runbook.latestVersion, contentMd: runbook.contentMd ?? "" };
    if (flags.raw && !this.jsonEnabled()) {
      const ended = shown.contentMd.replace(/\n?$/, "\n");
      process.stdout.write(cleanSyntax(ended));
    } else {
      this.log(runbookPage(runbook, shown, this.layout));
    }
    return version ?? runbook;
  },
});
