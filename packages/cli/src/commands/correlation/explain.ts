import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { FULL_ID } from "../../find/by-id.ts";
import { ignoreNotFound } from "../../find/ignore-not-found.ts";
import { findIncident } from "../../find/incident.ts";
import { explanationText } from "../../format/correlation.ts";
import { collect } from "../../query/collect.ts";

export default class CorrelationExplain extends BaseCommand {
  static override summary = "Explain why an incident was merged, grouped or suppressed, or why not.";
  static override examples = ["<%= config.bin %> correlation explain 019353e1"];
  static override args = {
    incident: Args.string({
      description: "Id of the incident, or at least its first 6 characters; the full id of a suppressed incident.",
      required: true,
    }),
  };

  async run() {
    const { args, flags } = await this.parse(CorrelationExplain);
    const client = await this.client(flags);
    const whole = FULL_ID.test(args.incident);
    const id = whole ? args.incident : (await findIncident(client, args.incident)).id;
    const decisions = await collect(client.correlation.allDecisions({ incidentId: id, limit: 500 }));
    // A suppressed incident has decisions only.
    const incident =
      decisions.length > 0 ? await ignoreNotFound(client.incidents.get(id)) : await client.incidents.get(id);
    this.log(explanationText(id, incident, decisions, this.layout));
    return { incidentId: id, stored: incident !== undefined, decisions };
  }
}
