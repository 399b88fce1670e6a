import { defineRuleMode } from "../../command/define-rule-mode.ts";

export default defineRuleMode({
  summary: "Put a rule into shadow mode: it records openings and opens no incidents.",
  description: "Incidents that the rule has open stay open and resolve as before.",
  examples: ['tocsin detection demote log-new-pattern --reason "Too noisy since the migration"'],
  mode: "shadow",
});
