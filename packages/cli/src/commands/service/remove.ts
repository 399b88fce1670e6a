import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class ServiceRemove extends BaseCommand {
  static override summary = "Remove services from the catalog.";
  static override description =
    "Give names, or - to read them from stdin. The calls of a service are removed, and calls to it stay. Incidents don't change. The command asks before it removes.";
  static override usage = "service remove SERVICE…";
  static override examples = [
    "<%= config.bin %> service remove checkout",
    "<%= config.bin %> service list --owner web -o name | <%= config.bin %> service remove - --yes",
  ];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(ServiceRemove);
    if (argv.length === 0)
      throw usageError(`Give at least one id, for example: ${programs.cli} service remove checkout`);
    const client = await this.client(flags);
    return this.forEachId(
      argv.map(String),
      async (name) => {
        await confirm(`Remove ${cleanLine(name)} and its calls from the catalog?`, flags);
        const answer = await client.services.remove(name);
        this.log(`${cleanLine(name)} is removed from the catalog.`);
        return { serviceName: name, ...answer };
      },
      "name",
    );
  }
}
