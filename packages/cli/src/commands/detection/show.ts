import { defineView } from "../../command/define-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { detectionRuleDetails } from "../../format/detection.ts";

export default defineView({
  summary: "Show one detection rule: its source, precision and thresholds.",
  examples: ["tocsin detection show log-error-burst"],
  item: detectionRuleItem,
  read: ({ item }) => item,
  async text(rule, layout, { client }) {
    const [performance] = await client.detection.performance({ ruleId: rule.id });
    return detectionRuleDetails(rule, layout, performance);
  },
});
