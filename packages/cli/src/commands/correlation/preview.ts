import { Args, Flags } from "@oclif/core";
import type { RuleDraft } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { correlationRuleItem } from "../../find/items.ts";
import { previewText } from "../../format/correlation.ts";
import { conditionFlags, readRule, requireCompleteRule } from "../../input/correlation-rule.ts";

export default defineCommand({
  summary: "Show what a rule would have done with recent incidents.",
  description:
    "The rule is a draft from flags or a file, or an existing rule with the changes of the flags. Nothing is stored.",
  examples: [
    "tocsin correlation preview --match service --window 15m --action merge",
    "tocsin correlation preview -f rule.yaml --days 90",
    'tocsin correlation preview "One outage of a service" --window 1h',
  ],
  args: { rule: Args.string({ description: "Name or id of an existing rule to start from." }) },
  flags: {
    ...conditionFlags,
    days: Flags.integer({ description: "Days to look back.", default: 30, min: 1, max: 90 }),
  },
  async request({ client, args, flags }) {
    const known = args.rule === undefined ? undefined : await correlationRuleItem.find(client, args.rule);
    const { name = known?.name, priority = known?.priority, ...rule } = await readRule(flags, known);
    const { conditions, action } = known
      ? { conditions: known.conditions, action: known.action, ...rule }
      : requireCompleteRule(rule);
    const { severities, signalTypes, ...match } = conditions;
    const draft: RuleDraft = {
      ...(name !== undefined && { name }),
      ...(priority !== undefined && { priority }),
      conditions: { ...match, ...(severities && { severities }), ...(signalTypes && { signalTypes }) },
      action,
    };
    const preview = await client.correlation.previewRule({ rule: draft, lookbackDays: flags.days });
    this.log(previewText(draft, preview, this.layout));
    if (!known) this.suggestNext("correlation create NAME, with the same flags");
    return preview;
  },
});
