import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { detectionRuleArg, setRuleMode } from "../../find/detection-rule.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { modeChangeText } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionPromote extends BaseCommand {
  static override summary = "Let a rule open incidents that only watched.";
  static override description =
    "Detection performance says when a rule has earned it; one that hasn't is promoted all the same, and its reason says so. Its openings count anew from then on.";
  static override examples = [
    "<%= config.bin %> detection promote queue-too-long",
    '<%= config.bin %> detection promote queue-too-long --reason "Right about every outage of October"',
  ];
  static override args = detectionRuleArg;
  static override flags = {
    reason: Flags.string({ char: "r", description: "Why.", default: "Promoted by hand.", helpValue: "<text>" }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionPromote);
    const client = await this.client(flags);
    const rule = await setRuleMode(client, args.rule, { mode: "active", reason: flags.reason });
    this.log(modeChangeText(rule));
    this.suggestNext(`${programs.cli} detection show ${cleanLine(rule.id)}`);
    return rule;
  }
}
