import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { changeRiskText } from "../../format/signal.ts";

export default class SignalChangeRisk extends BaseCommand {
  static override summary = "Show how likely a recent change caused an incident.";
  static override description =
    "The signal uses the deployments of the affected services and the services that they call, in the day before.";
  static override examples = [
    "<%= config.bin %> signal change-risk 019353e1",
    "<%= config.bin %> signal change-risk 019353e1 --json | jq -r .score",
  ];
  static override args = incidentArg;

  async run() {
    const { args, flags } = await this.parse(SignalChangeRisk);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const signal = await client.signals.changeRisk(id);
    this.log(changeRiskText(signal, this.layout));
    return signal;
  }
}
