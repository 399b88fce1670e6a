import { defineCommand } from "../../command/define-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { detectionRuleDetails } from "../../format/detection.ts";

export default defineCommand({
  summary: "Show one detection rule: its source, precision and thresholds.",
  examples: ["tocsin detection show log-error-burst"],
  item: detectionRuleItem,
  async request({ client, item: rule }) {
    const [performance] = await client.detection.performance({ ruleId: rule.id });
    this.log(detectionRuleDetails(rule, this.layout, performance));
    return rule;
  },
});
