import { BaseCommand } from "../../command/base-command.ts";
import { detectionRuleArg, findDetectionRule } from "../../find/detection-rule.ts";
import { detectionRuleDetails } from "../../format/detection.ts";

export default class DetectionShow extends BaseCommand {
  static override summary = "Show one detection rule: its source, precision and thresholds.";
  static override examples = ["<%= config.bin %> detection show log-error-burst"];
  static override args = detectionRuleArg;

  async run() {
    const { args, flags } = await this.parse(DetectionShow);
    const client = await this.client(flags);
    const rule = await findDetectionRule(client, args.rule);
    const [performance] = await client.detection.performance({ ruleId: rule.id });
    this.log(detectionRuleDetails(rule, this.layout, performance));
    return rule;
  }
}
