import { readIds } from "../../change/for-each-id.ts";
import { BaseCommand } from "../../command/base-command.ts";
import { findCorrelationRule } from "../../find/correlation-rule.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class CorrelationDelete extends BaseCommand {
  static override summary = "Delete correlation rules.";
  static override description =
    "Give one or more names or ids, or - for those on stdin. What a rule decided stays, merged incidents too. It asks first.";
  static override usage = "correlation delete RULE…";
  static override examples = [
    "<%= config.bin %> correlation delete quiet",
    "<%= config.bin %> correlation delete 5c1d0c --yes",
  ];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(CorrelationDelete);
    if (argv.length === 0) throw usageError("Give one or more names or ids of rules.");
    const rules = await readIds(argv.map(String), "name");
    await confirm(`Delete ${rules.length === 1 ? `the rule ${rules[0]}` : countText(rules.length, "rule")}?`, flags);
    const client = await this.client(flags);
    return this.forEachId(rules, async (given) => {
      const { id, name } = await findCorrelationRule(client, given);
      const answer = await client.correlation.deleteRule(id);
      this.log(`${cleanLine(name)} is deleted.`);
      return { id, ...answer };
    });
  }
}
