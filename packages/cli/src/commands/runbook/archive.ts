import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook } from "../../find/runbook.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class RunbookArchive extends BaseCommand {
  static override summary = "Archive runbooks: they are no longer recommended.";
  static override description =
    "They stay readable, and linked where they are; publishing brings them back. Give one or more slugs or ids, or - for those on stdin.";
  static override usage = "runbook archive RUNBOOK…";
  static override examples = [
    "<%= config.bin %> runbook archive roll-back-payment-api",
    "<%= config.bin %> runbook list --action restart-service -o name | <%= config.bin %> runbook archive -",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(RunbookArchive);
    if (argv.length === 0) throw usageError("Give one or more slugs or ids of runbooks.");
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, slug, status } = await findRunbook(client, given);
      const answer = await client.runbooks.archive(id);
      const name = cleanLine(slug);
      this.log(status === "archived" ? `${name} is archived already.` : `${name} ${cleanLine(status)} → archived`);
      return { slug, ...answer };
    });
  }
}
