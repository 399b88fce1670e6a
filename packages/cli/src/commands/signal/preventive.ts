import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { preventiveText } from "../../format/signal.ts";

export default class SignalPreventive extends BaseCommand {
  static override summary = "Show how often the service failed, and how to prevent the next incident.";
  static override description = "The signal uses the incidents of the same service in the last 30 days.";
  static override examples = [
    "<%= config.bin %> signal preventive 019353e1",
    "<%= config.bin %> signal preventive 019353e1 --json | jq -r '.actions[].title'",
  ];
  static override args = incidentArg;

  async run() {
    const { args, flags } = await this.parse(SignalPreventive);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const signal = await client.signals.preventive(id);
    this.log(preventiveText(signal, this.layout));
    return signal;
  }
}
