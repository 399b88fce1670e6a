import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { relatedListing } from "../../format/incident.ts";

export default class IncidentRelated extends BaseCommand {
  static override summary = "List the incidents that were merged or grouped with this one.";
  static override description =
    "The list contains its parent, siblings, children, and the incidents that a correlation rule grouped " +
    "with it: the newest first, at most 200.";
  static override examples = ["<%= config.bin %> incident related 019353e1"];
  static override args = incidentArg;
  static override flags = listFlags;

  async run() {
    const { args, flags } = await this.parse(IncidentRelated);
    const client = await this.client(flags);
    const incident = await findIncident(client, args.incident);
    const items = await client.incidents.related(incident.id);
    await this.showList(relatedListing(incident, items), flags, "No incident was merged or grouped with it.");
    return items;
  }
}
