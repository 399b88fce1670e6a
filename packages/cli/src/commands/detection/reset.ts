import { Flags } from "@oclif/core";
import { RuleModeCommand } from "../../command/rule-mode-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";

export default class DetectionReset extends RuleModeCommand {
  static override summary = "Set a rule to the mode in the detection file.";
  static override description =
    "Removes the mode that promote, demote or automatic demotion set for your organization.";
  static override args = detectionRuleItem.args;
  static override examples = ["tocsin detection reset queue-too-long"];
  static override flags = {
    reason: Flags.string({
      char: "r",
      description: "Reason for the change.",
      default: "As the detection file says.",
      helpValue: "<text>",
    }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionReset);
    return this.setMode(args.rule, null, flags);
  }
}
