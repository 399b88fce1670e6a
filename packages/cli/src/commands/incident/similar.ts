import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { similarListing, similarText } from "../../format/similar-incidents.ts";

export default class IncidentSimilar extends BaseCommand {
  static override summary = "Find similar earlier incidents and the actions that helped.";
  static override description =
    "Lists incidents of the last 180 days, the most similar first. Each has its reasons with their share of the score, " +
    "from 0 to 1. In a pipe and with -o each is one row.";
  static override examples = [
    "<%= config.bin %> incident similar 019353e1",
    "<%= config.bin %> incident similar 019353e1 --json | jq -r '.[].topSuccessfulActions[]' | sort | uniq -c",
  ];
  static override args = incidentArg;
  static override flags = {
    limit: Flags.integer({ description: "Maximum number of incidents to show.", default: 5, min: 1, max: 20 }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(IncidentSimilar);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const items = await client.incidents.similar(id, { limit: flags.limit });
    if (this.isTerminal && flags.output === undefined && items.length > 0) this.log(similarText(items, this.layout));
    else await this.showList(similarListing(items), flags, "No incident of the last 180 days is similar.");
    return items;
  }
}
