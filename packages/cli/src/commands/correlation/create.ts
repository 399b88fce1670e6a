import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { ruleDetails } from "../../format/correlation.ts";
import { readRule, requireCompleteRule, ruleFlags } from "../../input/correlation-rule.ts";
import { programs } from "../../text/program-names.ts";

export default class CorrelationCreate extends BaseCommand {
  static override summary = "Create a correlation rule.";
  static override description =
    "The rule applies to incidents that open from now on. To test it first, run correlation preview with the same flags.";
  static override examples = [
    '<%= config.bin %> correlation create "One outage of a service" --match service --window 15m --action merge --priority 50',
    "<%= config.bin %> correlation create -f rule.yaml --dry-run",
    "<%= config.bin %> correlation create quiet --match service,signalType --window 1h --severity low --action suppress --no-enabled",
  ];
  static override args = {
    name: Args.string({ description: "Name of the rule; can come from the file." }),
  };
  static override flags = { ...ruleFlags, ...changeFlags };

  async run() {
    const { args, flags } = await this.parse(CorrelationCreate);
    const { name, description = "", ...rule } = await readRule({ ...flags, name: args.name });
    if (name === undefined) throw usageError("A rule needs a name, as an argument or in the file.");
    const whole = { ...rule, name, description, ...requireCompleteRule(rule) };
    const created = await (await this.client(flags)).correlation.createRule(whole);
    this.log(ruleDetails(created, this.layout));
    this.suggestNext(`${programs.cli} correlation decisions --rule ${created.id.slice(0, 8)}`);
    return created;
  }
}
