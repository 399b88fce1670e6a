import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { deploymentRiskText } from "../../format/signal.ts";

export default defineView({
  summary: "Show the risk of deploying the service of an incident now.",
  description: "The signal uses the deployments of the last week and the incidents after them.",
  examples: ["tocsin signal deployment-risk 019353e1", "tocsin signal deployment-risk 019353e1 --json | jq -r .score"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.signals.deploymentRisk(id),
  text: deploymentRiskText,
});
