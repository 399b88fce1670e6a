import { defineRuleMode } from "../../command/define-rule-mode.ts";

export default defineRuleMode({
  summary: "Let a rule in shadow mode open incidents.",
  description:
    "detection performance recommends promotions; a rule without a recommendation can be promoted too, and its mode says so. Its precision is counted from zero.",
  examples: [
    "tocsin detection promote queue-too-long",
    'tocsin detection promote queue-too-long --reason "Right about every outage of October"',
  ],
  mode: "active",
  usualReason: "Promoted by hand.",
});
