import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { priorityText } from "../../format/signal.ts";

export default class SignalPriority extends BaseCommand {
  static override summary = "Show the priority of an incident, P1 to P5.";
  static override description =
    "The priority depends on severity, duration and affected services. The error budget is shown if the catalog has an objective.";
  static override examples = [
    "<%= config.bin %> signal priority 019353e1",
    "<%= config.bin %> signal priority 019353e1 --json | jq -r .level",
  ];
  static override args = incidentArg;

  async run() {
    const { args, flags } = await this.parse(SignalPriority);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const signal = await client.signals.priority(id);
    this.log(priorityText(signal, this.layout));
    return signal;
  }
}
