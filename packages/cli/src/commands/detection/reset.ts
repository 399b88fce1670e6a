import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { detectionRuleArg, setRuleMode } from "../../find/detection-rule.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { modeChangeText } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionReset extends BaseCommand {
  static override summary = "Let a rule do what the detection file says.";
  static override description = "Takes back what was set for your organization by promote, by demote, or by itself.";
  static override examples = ["<%= config.bin %> detection reset queue-too-long"];
  static override args = detectionRuleArg;
  static override flags = {
    reason: Flags.string({
      char: "r",
      description: "Why.",
      default: "As the detection file says.",
      helpValue: "<text>",
    }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionReset);
    const client = await this.client(flags);
    const rule = await setRuleMode(client, args.rule, { mode: null, reason: flags.reason });
    this.log(modeChangeText(rule));
    this.suggestNext(`${programs.cli} detection show ${cleanLine(rule.id)}`);
    return rule;
  }
}
