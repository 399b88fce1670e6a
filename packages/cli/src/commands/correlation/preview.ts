import { Args, Flags } from "@oclif/core";
import type { RuleDraft } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findCorrelationRule } from "../../find/correlation-rule.ts";
import { previewText } from "../../format/correlation.ts";
import { conditionFlags, readRule, requireCompleteRule } from "../../input/correlation-rule.ts";
import { programs } from "../../text/program-names.ts";

export default class CorrelationPreview extends BaseCommand {
  static override summary = "Show what a rule would have done with recent incidents.";
  static override description =
    "The rule is a draft from flags or a file, or an existing rule with the changes of the flags. Nothing is stored.";
  static override examples = [
    "<%= config.bin %> correlation preview --match service --window 15m --action merge",
    "<%= config.bin %> correlation preview -f rule.yaml --days 90",
    '<%= config.bin %> correlation preview "One outage of a service" --window 1h',
  ];
  static override args = {
    rule: Args.string({ description: "Name or id of an existing rule to start from." }),
  };
  static override flags = {
    ...conditionFlags,
    days: Flags.integer({ description: "Days to look back.", default: 30, min: 1, max: 90 }),
  };

  async run() {
    const { args, flags } = await this.parse(CorrelationPreview);
    const client = await this.client(flags);
    const known = args.rule === undefined ? undefined : await findCorrelationRule(client, args.rule);
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
    if (!known) this.suggestNext(`${programs.cli} correlation create NAME, with the same flags`);
    return preview;
  }
}
