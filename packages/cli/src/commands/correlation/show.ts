import { defineView } from "../../command/define-command.ts";
import { correlationRuleItem } from "../../find/items.ts";
import { ruleDetails } from "../../format/correlation.ts";

export default defineView({
  summary: "Show one correlation rule.",
  examples: [
    'tocsin correlation show "One outage of a service"',
    {
      description: "Copy a rule to another Tocsin",
      command: "tocsin correlation show 5c1d0c --json | tocsin correlation create -f - --profile staging",
    },
  ],
  item: correlationRuleItem,
  read: ({ item }) => item,
  text: ruleDetails,
});
