import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { detectionRuleListing } from "../../format/detection.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionRules extends BaseCommand {
  static override aliases = ["detection:list"];
  static override summary = "List the rules that open incidents.";
  static override description =
    "Built in, or from the file that TOCSIN_DETECTION_FILE names to the daemon. Most severities rise with what is found; the least one is listed. Precision is that of the last 30 days: detection performance.";
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
      "There is no rule: nothing opens incidents by itself.",
    );
    this.suggestNext(`${programs.cli} detection show ${rules[0]?.id ?? "RULE"}`);
    return rules;
  }
}
