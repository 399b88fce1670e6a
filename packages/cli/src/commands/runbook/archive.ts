import { BaseCommand } from "../../command/base-command.ts";
import { findRunbook } from "../../find/runbook.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class RunbookArchive extends BaseCommand {
  static override summary = "Archive runbooks, so that they are no longer recommended.";
  static override description =
    "Archived runbooks keep their links; publish restores them. Give slugs or ids, or - to read them from stdin.";
  static override usage = "runbook archive RUNBOOK…";
  static override examples = [
    "<%= config.bin %> runbook archive roll-back-payment-api",
    "<%= config.bin %> runbook list --action restart-service -o name | <%= config.bin %> runbook archive -",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(RunbookArchive);
    if (argv.length === 0) throw usageError("Give at least one slug or id of a runbook.");
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, slug, status } = await findRunbook(client, given);
      const answer = await client.runbooks.archive(id);
      const name = cleanLine(slug);
      this.log(status === "archived" ? `${name} is already archived.` : `${name} ${cleanLine(status)} → archived`);
      return { slug, ...answer };
    });
  }
}
