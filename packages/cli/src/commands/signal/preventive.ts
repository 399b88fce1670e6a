import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { preventiveText } from "../../format/signal.ts";

export default defineView({
  summary: "Show how often the service failed, and how to prevent the next incident.",
  description: "The signal uses the incidents of the same service in the last 30 days.",
  examples: [
    "tocsin signal preventive 019353e1",
    "tocsin signal preventive 019353e1 --json | jq -r '.actions[].title'",
  ],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.signals.preventive(id),
  text: preventiveText,
});
