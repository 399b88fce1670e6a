import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findCorrelationRule } from "../../find/correlation-rule.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { ruleDetails } from "../../format/correlation.ts";
import { readRule, ruleFlags } from "../../input/correlation-rule.ts";

export default class CorrelationUpdate extends BaseCommand {
  static override summary = "Change a correlation rule.";
  static override description = "Other settings stay unchanged. Earlier decisions stay.";
  static override examples = [
    '<%= config.bin %> correlation update "One outage of a service" --window 30m',
    "<%= config.bin %> correlation update quiet --no-enabled",
    "<%= config.bin %> correlation update quiet -f rule.yaml",
  ];
  static override args = {
    rule: Args.string({
      description: "Name of the rule, or its id (the first 6 characters are enough).",
      required: true,
    }),
  };
  static override flags = { name: Flags.string({ description: "New name." }), ...ruleFlags, ...changeFlags };

  async run() {
    const { args, flags } = await this.parse(CorrelationUpdate);
    const client = await this.client(flags);
    const known = await findCorrelationRule(client, args.rule);
    const change = await readRule(flags, known);
    if (Object.keys(change).length === 0) throw usageError("Name a change, such as --window 30m.");
    const rule = await client.correlation.updateRule(known.id, change);
    this.log(ruleDetails(rule, this.layout));
    return rule;
  }
}
