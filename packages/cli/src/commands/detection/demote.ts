import { Flags } from "@oclif/core";
import { RuleModeCommand } from "../../command/rule-mode-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";

export default class DetectionDemote extends RuleModeCommand {
  static override summary = "Put a rule into shadow mode: it records openings and opens no incidents.";
  static override description = "Incidents that the rule has open stay open and resolve as before.";
  static override args = detectionRuleItem.args;
  static override examples = ['tocsin detection demote log-new-pattern --reason "Too noisy since the migration"'];
  static override flags = {
    reason: Flags.string({ char: "r", description: "Reason for the change.", required: true, helpValue: "<text>" }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionDemote);
    return this.setMode(args.rule, "shadow", flags);
  }
}
