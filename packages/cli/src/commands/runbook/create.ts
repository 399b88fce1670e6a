import { Args, Flags } from "@oclif/core";
import type { Runbook } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { firstHeading } from "../../format/markdown.ts";
import { readRunbook, slugOf } from "../../input/runbook-file.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class RunbookCreate extends BaseCommand {
  static override summary = "Write a runbook: a draft with the version 1.0.0.";
  static override description =
    `The text is Markdown. Its title is the first heading, and its slug is made of the title. It may begin with front matter, which flags win over:

  ---
  slug: roll-back-payment-api
  title: Roll payment-api back
  team: payments
  tags: [rollback-deployment]
  summary: First version
  ---

tags are the types of remediation actions that it applies to, by which it is recommended once it is published.`;
  static override examples = [
    "<%= config.bin %> runbook create roll-back.md",
    "<%= config.bin %> runbook create - --slug roll-back-payment-api --tag rollback-deployment < notes.md",
  ];
  static override args = {
    file: Args.string({ description: "File in Markdown; - reads stdin.", required: true, helpValue: "<file|->" }),
  };
  static override flags = {
    slug: Flags.string({ description: "Short name: lowercase letters, digits and hyphens." }),
    title: Flags.string({ description: "Title." }),
    team: Flags.string({ description: "Team that keeps it." }),
    tag: Flags.string({
      description: "Type of remediation action that it applies to; may be given more than once.",
      multiple: true,
      helpValue: "<type>",
    }),
    summary: Flags.string({ description: "What it says, in one line." }),
    ...changeFlags,
  };

  async run(): Promise<Runbook> {
    const { args, flags } = await this.parse(RunbookCreate);
    const written = await readRunbook(args.file);
    const title = flags.title ?? written.title ?? firstHeading(written.contentMd);
    if (!title) throw usageError("It has no heading: say --title.");
    const slug = flags.slug ?? written.slug ?? slugOf(title);
    if (slug === "") throw usageError(`No slug can be made of the title ${JSON.stringify(title)}: say --slug.`);
    const [team, tags, summary] = [
      flags.team ?? written.team,
      flags.tag ?? written.tags,
      flags.summary ?? written.summary,
    ];
    const client = await this.client(flags);
    const runbook = await client.runbooks.create({
      slug,
      title,
      contentMd: written.contentMd,
      ...(team !== undefined && { ownerTeam: team }),
      ...(tags !== undefined && { actionTags: [...tags] }),
      ...(summary !== undefined && { changeSummary: summary }),
    });
    this.log(`${cleanLine(runbook.slug)} ${cleanLine(runbook.latestVersion)} is a ${cleanLine(runbook.status)}.`);
    this.suggestNext(`${programs.cli} runbook publish ${cleanLine(runbook.slug)}`);
    return runbook;
  }
}
