import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { ruleListing } from "../../format/correlation.ts";
import { programs } from "../../text/program-names.ts";

export default class CorrelationRules extends BaseCommand {
  static override aliases = ["correlation:list"];
  static override summary = "List the correlation rules in the order in which they are applied.";
  static override examples = ["<%= config.bin %> correlation rules", "<%= config.bin %> correlation rules -o wide"];
  static override flags = listFlags;

  async run() {
    const { flags } = await this.parse(CorrelationRules);
    const rules = await (await this.client(flags)).correlation.rules();
    await this.showList(
      ruleListing(rules),
      flags,
      `There are no rules. To try one: ${programs.cli} correlation preview --help`,
    );
    return rules;
  }
}
