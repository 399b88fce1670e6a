import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook } from "../../find/runbook.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class RunbookPublish extends BaseCommand {
  static override summary = "Publish runbooks, so that they are recommended.";
  static override description =
    "Publishing restores archived runbooks. Give slugs or ids, or - to read them from stdin.";
  static override usage = "runbook publish RUNBOOK…";
  static override examples = [
    "<%= config.bin %> runbook publish roll-back-payment-api",
    "<%= config.bin %> runbook list --status draft -o name | <%= config.bin %> runbook publish -",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(RunbookPublish);
    if (argv.length === 0) throw usageError("Give at least one slug or id of a runbook.");
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, slug, status } = await findRunbook(client, given);
      const answer = await client.runbooks.publish(id);
      const name = cleanLine(slug);
      this.log(status === "published" ? `${name} is already published.` : `${name} ${cleanLine(status)} → published`);
      this.suggestNext(`${programs.cli} runbook show ${name}`);
      return { slug, ...answer };
    });
  }
}
