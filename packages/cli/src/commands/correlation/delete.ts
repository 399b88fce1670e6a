import { readIds } from "../../change/for-each-id.ts";
import { defineCommand } from "../../command/define-command.ts";
import { correlationRuleItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Delete correlation rules.",
  description:
    "Give names or ids, or - to read them from stdin. Decisions and merged incidents stay. The command asks before it deletes.",
  usage: "correlation delete RULE…",
  examples: ["tocsin correlation delete quiet", "tocsin correlation delete 5c1d0c --yes"],
  flags: { ...confirmFlags, ...changeFlags },
  strict: false,
  async run({ argv, flags }) {
    if (argv.length === 0) throw usageError("Give at least one name or id of a rule.");
    const rules = await readIds(argv, "name");
    await confirm(`Delete ${rules.length === 1 ? `the rule ${rules[0]}` : countText(rules.length, "rule")}?`, flags);
    const client = await this.client(flags);
    return this.forEachId(rules, async (given) => {
      const { id, name } = await correlationRuleItem.find(client, given);
      const answer = await client.correlation.deleteRule(id);
      this.log(`${cleanLine(name)} is deleted.`);
      return { id, ...answer };
    });
  },
});
