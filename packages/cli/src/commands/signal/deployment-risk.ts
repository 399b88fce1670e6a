import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { deploymentRiskText } from "../../format/signal.ts";

export default class SignalDeploymentRisk extends BaseCommand {
  static override summary = "Show the risk of deploying the service of an incident now.";
  static override description = "The signal uses the deployments of the last week and the incidents after them.";
  static override examples = [
    "<%= config.bin %> signal deployment-risk 019353e1",
    "<%= config.bin %> signal deployment-risk 019353e1 --json | jq -r .score",
  ];
  static override args = incidentArg;

  async run() {
    const { args, flags } = await this.parse(SignalDeploymentRisk);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const signal = await client.signals.deploymentRisk(id);
    this.log(deploymentRiskText(signal, this.layout));
    return signal;
  }
}
