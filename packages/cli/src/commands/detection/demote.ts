import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { detectionRuleArg, setRuleMode } from "../../find/detection-rule.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { modeChangeText } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionDemote extends BaseCommand {
  static override summary = "Let a rule only watch: it opens nothing, and what it would have opened is written down.";
  static override description = "What it has open already goes on, and resolves as it would have.";
  static override examples = [
    '<%= config.bin %> detection demote log-new-pattern --reason "Too loud since the migration"',
  ];
  static override args = detectionRuleArg;
  static override flags = {
    reason: Flags.string({ char: "r", description: "Why.", required: true, helpValue: "<text>" }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionDemote);
    const client = await this.client(flags);
    const rule = await setRuleMode(client, args.rule, { mode: "shadow", reason: flags.reason });
    this.log(modeChangeText(rule));
    this.suggestNext(`${programs.cli} detection show ${cleanLine(rule.id)}`);
    return rule;
  }
}
