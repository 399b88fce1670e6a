import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findCorrelationRule } from "../../find/correlation-rule.ts";
import { ruleDetails } from "../../format/correlation.ts";

export default class CorrelationShow extends BaseCommand {
  static override summary = "Show one correlation rule.";
  static override examples = [
    '<%= config.bin %> correlation show "One outage of a service"',
    {
      description: "Copy a rule to another Tocsin",
      command:
        "<%= config.bin %> correlation show 5c1d0c --json | <%= config.bin %> correlation create -f - --profile staging",
    },
  ];
  static override args = {
    rule: Args.string({
      description: "Name of the rule, or its id (the first 6 characters are enough).",
      required: true,
    }),
  };

  async run() {
    const { args, flags } = await this.parse(CorrelationShow);
    const rule = await findCorrelationRule(await this.client(flags), args.rule);
    this.log(ruleDetails(rule, this.layout));
    return rule;
  }
}
