import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { escalationText } from "../../format/signal.ts";

export default defineView({
  summary: "Show the escalation plan of an incident.",
  description: "The plan depends on severity, the catalog and the people on call.",
  examples: ["tocsin signal escalation 019353e1", "tocsin signal escalation 019353e1 --json | jq -r .state"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.signals.escalationPlan(id),
  text: escalationText,
  next: ({ suggestedTargets, state }, { item: { id } }) =>
    suggestedTargets.length > 0 && state !== "closed" && `incident escalate ${id.slice(0, 8)}`,
});
