import { Args } from "@oclif/core";
import { BaseCommand } from "../../../base-command.ts";
import { findIncident } from "../../../find/incident.ts";
import { listFlags } from "../../../flags.ts";
import { resourceListing } from "../../../format/resource.ts";

export default class ResourceList extends BaseCommand {
  static override summary = "List the cloud resources that probes may look at for an incident.";
  static override examples = [
    "<%= config.bin %> incident resource list 019353e1",
    "<%= config.bin %> incident resource list 019353e1 --json > resources.json",
  ];
  static override args = {
    id: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
  };
  static override flags = listFlags;

  async run() {
    const { args, flags } = await this.parse(ResourceList);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.id);
    const resources = await client.diagnostics.resources(id);
    await this.showList(resourceListing(resources), flags, "No resource is mapped to it.");
    return resources;
  }
}
