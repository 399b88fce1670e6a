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
    "Give names or ids, or - to read them from stdin. Decisions and merged incidents stay. The command asks before it deletes.";
  static override usage = "correlation delete RULE…";
  static override examples = [
    "<%= config.bin %> correlation delete quiet",
    "<%= config.bin %> correlation delete 5c1d0c --yes",
  ];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(CorrelationDelete);
    if (argv.length === 0) throw usageError("Give at least one name or id of a rule.");
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
