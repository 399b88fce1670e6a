import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { priorityText } from "../../format/signal.ts";

export default defineView({
  summary: "Show the priority of an incident, P1 to P5.",
  description:
    "The priority depends on severity, duration and affected services. The error budget is shown if the catalog has an objective.",
  examples: ["tocsin signal priority 019353e1", "tocsin signal priority 019353e1 --json | jq -r .level"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.signals.priority(id),
  text: priorityText,
});
