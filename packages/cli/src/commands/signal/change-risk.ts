import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { changeRiskText } from "../../format/signal.ts";

export default defineView({
  summary: "Show how likely a recent change caused an incident.",
  description:
    "The signal uses the deployments of the affected services and the services that they call, in the day before.",
  examples: ["tocsin signal change-risk 019353e1", "tocsin signal change-risk 019353e1 --json | jq -r .score"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.signals.changeRisk(id),
  text: changeRiskText,
});
