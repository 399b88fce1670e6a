import { defineRuleMode } from "../../command/define-rule-mode.ts";

export default defineRuleMode({
  summary: "Set a rule to the mode in the detection file.",
  description: "Removes the mode that promote, demote or automatic demotion set for your organization.",
  examples: ["tocsin detection reset queue-too-long"],
  mode: null,
  usualReason: "As the detection file says.",
});
