import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { escalationText } from "../../format/signal.ts";
import { programs } from "../../text/program-names.ts";

export default class SignalEscalation extends BaseCommand {
  static override summary = "Show the escalation plan of an incident.";
  static override description = "The plan depends on severity, the catalog and the people on call.";
  static override examples = [
    "<%= config.bin %> signal escalation 019353e1",
    "<%= config.bin %> signal escalation 019353e1 --json | jq -r .state",
  ];
  static override args = incidentArg;

  async run() {
    const { args, flags } = await this.parse(SignalEscalation);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const signal = await client.signals.escalationPlan(id);
    this.log(escalationText(signal, this.layout));
    if (signal.suggestedTargets.length > 0 && signal.state !== "closed")
      this.suggestNext(`${programs.cli} incident escalate ${id.slice(0, 8)}`);
    return signal;
  }
}
