import { BaseCommand } from "../../../command/base-command.ts";
import { findIncident } from "../../../find/incident.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { incidentArg } from "../../../flags/incident-arg.ts";
import { resourceListing } from "../../../format/resource.ts";

export default class ResourceList extends BaseCommand {
  static override summary = "List the cloud resources that probes may read for an incident.";
  static override examples = [
    "<%= config.bin %> incident resource list 019353e1",
    "<%= config.bin %> incident resource list 019353e1 --json > resources.json",
  ];
  static override args = incidentArg;
  static override flags = listFlags;

  async run() {
    const { args, flags } = await this.parse(ResourceList);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const resources = await client.diagnostics.resources(id);
    await this.showList(resourceListing(resources), flags, "No resources are mapped to it.");
    return resources;
  }
}
