import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { detectionRuleListing } from "../../format/detection.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionRules extends BaseCommand {
  static override aliases = ["detection:list"];
  static override summary = "List the detection rules.";
  static override description =
    "Rules are built in or come from the daemon's TOCSIN_DETECTION_FILE. The list shows the minimum severity of each rule, and its precision over 30 days (detection performance).";
  static override examples = [
    "<%= config.bin %> detection rules",
    "<%= config.bin %> detection rules -o csv > rules.csv",
  ];
  static override flags = listFlags;

  async run() {
    const { flags } = await this.parse(DetectionRules);
    const { detection } = await this.client(flags);
    const [rules, performance] = await Promise.all([detection.rules(), detection.performance()]);
    await this.showList(
      detectionRuleListing(rules, performance),
      flags,
      "There are no rules: no incident opens automatically.",
    );
    this.suggestNext(`${programs.cli} detection show ${rules[0]?.id ?? "RULE"}`);
    return rules;
  }
}
