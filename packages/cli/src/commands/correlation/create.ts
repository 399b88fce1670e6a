import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { ruleDetails } from "../../format/correlation.ts";
import { readRule, requireCompleteRule, ruleFlags } from "../../input/correlation-rule.ts";

export default defineCommand({
  summary: "Create a correlation rule.",
  description:
    "The rule applies to incidents that open from now on. To test it first, run correlation preview with the same flags.",
  examples: [
    'tocsin correlation create "One outage of a service" --match service --window 15m --action merge --priority 50',
    "tocsin correlation create -f rule.yaml --dry-run",
    "tocsin correlation create quiet --match service,signalType --window 1h --severity low --action suppress --no-enabled",
  ],
  args: { name: Args.string({ description: "Name of the rule; can come from the file." }) },
  flags: { ...ruleFlags, ...changeFlags },
  async run({ args, flags }) {
    const { name, description = "", ...rule } = await readRule({ ...flags, name: args.name });
    if (name === undefined) throw usageError("A rule needs a name, as an argument or in the file.");
    const whole = { ...rule, name, description, ...requireCompleteRule(rule) };
    const created = await (await this.client(flags)).correlation.createRule(whole);
    this.log(ruleDetails(created, this.layout));
    this.suggestNext(`correlation decisions --rule ${created.id.slice(0, 8)}`);
    return created;
  },
});
