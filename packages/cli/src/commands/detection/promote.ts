import { Flags } from "@oclif/core";
import { RuleModeCommand } from "../../command/rule-mode-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";

export default class DetectionPromote extends RuleModeCommand {
  static override summary = "Let a rule in shadow mode open incidents.";
  static override description =
    "detection performance recommends promotions; a rule without a recommendation can be promoted too, and its mode says so. Its precision is counted from zero.";
  static override args = detectionRuleItem.args;
  static override examples = [
    "tocsin detection promote queue-too-long",
    'tocsin detection promote queue-too-long --reason "Right about every outage of October"',
  ];
  static override flags = {
    reason: Flags.string({
      char: "r",
      description: "Reason for the change.",
      default: "Promoted by hand.",
      helpValue: "<text>",
    }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionPromote);
    return this.setMode(args.rule, "active", flags);
  }
}
