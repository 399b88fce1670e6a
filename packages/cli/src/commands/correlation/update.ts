import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { correlationRuleItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { ruleDetails } from "../../format/correlation.ts";
import { readRule, ruleFlags } from "../../input/correlation-rule.ts";

export default defineView({
  summary: "Change a correlation rule.",
  description: "Other settings stay unchanged. Earlier decisions stay.",
  examples: [
    'tocsin correlation update "One outage of a service" --window 30m',
    "tocsin correlation update quiet --no-enabled",
    "tocsin correlation update quiet -f rule.yaml",
  ],
  flags: { name: Flags.string({ description: "New name." }), ...ruleFlags, ...changeFlags },
  item: correlationRuleItem,
  async read({ client, item, flags }) {
    const change = await readRule(flags, item);
    if (Object.keys(change).length === 0) throw usageError("Name a change, such as --window 30m.");
    return client.correlation.updateRule(item.id, change);
  },
  text: ruleDetails,
});
