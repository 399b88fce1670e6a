import { defineCommand } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { escalationText } from "../../format/signal.ts";

export default defineCommand({
  summary: "Show the escalation plan of an incident.",
  description: "The plan depends on severity, the catalog and the people on call.",
  examples: ["tocsin signal escalation 019353e1", "tocsin signal escalation 019353e1 --json | jq -r .state"],
  item: incidentItem,
  async request({ client, item: { id } }) {
    const signal = await client.signals.escalationPlan(id);
    this.log(escalationText(signal, this.layout));
    if (signal.suggestedTargets.length > 0 && signal.state !== "closed")
      this.suggestNext(`incident escalate ${id.slice(0, 8)}`);
    return signal;
  },
});
