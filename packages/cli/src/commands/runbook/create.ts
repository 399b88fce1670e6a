import { Args, Flags } from "@oclif/core";
import type { Runbook } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { firstHeading } from "../../format/markdown.ts";
import { readRunbook, slugOf } from "../../input/runbook-file.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Create a runbook as a draft with version 1.0.0.",
  description: `The text is Markdown. The title is its first heading, and the slug is derived from the title. Front matter can set them, and flags override it:

  ---
  slug: roll-back-payment-api
  title: Roll payment-api back
  team: payments
  tags: [rollback-deployment]
  summary: First version
  ---

tags are types of remediation actions; a published runbook is recommended by its tags.`,
  examples: [
    "tocsin runbook create roll-back.md",
    "tocsin runbook create - --slug roll-back-payment-api --tag rollback-deployment < notes.md",
  ],
  args: {
    file: Args.string({ description: "File in Markdown; - reads stdin.", required: true, helpValue: "<file|->" }),
  },
  flags: {
    slug: Flags.string({ description: "Slug of lowercase letters, digits and hyphens." }),
    title: Flags.string({ description: "Title of the runbook." }),
    team: Flags.string({ description: "Team that owns the runbook." }),
    tag: Flags.string({
      description: "Type of remediation action; can be repeated.",
      multiple: true,
      helpValue: "<type>",
    }),
    summary: Flags.string({ description: "Summary of the version, in one line." }),
    ...changeFlags,
  },
  async run({ args, flags }): Promise<Runbook> {
    const written = await readRunbook(args.file);
    const title = flags.title ?? written.title ?? firstHeading(written.contentMd);
    if (!title) throw usageError("The text has no heading: add --title.");
    const slug = flags.slug ?? written.slug ?? slugOf(title);
    if (slug === "") throw usageError(`The title ${JSON.stringify(title)} gives no slug: add --slug.`);
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
    this.suggestNext(`runbook publish ${cleanLine(runbook.slug)}`);
    return runbook;
  },
});
