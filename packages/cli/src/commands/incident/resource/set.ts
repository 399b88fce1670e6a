import { text } from "node:stream/consumers";
import { Flags } from "@oclif/core";
import type { IncidentResource } from "@tocsin/sdk";
import { BaseCommand } from "../../../command/base-command.ts";
import { findIncident } from "../../../find/incident.ts";
import { changeFlags, listFlags, usageError } from "../../../flags/common-flags.ts";
import { resourceListing } from "../../../format/resource.ts";
import { type NewResource, parseResource, parseResources } from "../../../input/incident-resource.ts";
import { programs } from "../../../text/program-names.ts";

export default class ResourceSet extends BaseCommand {
  static override summary = "Set the cloud resources that probes may read for an incident.";
  static override description =
    "The given resources replace all others. A resource is PROVIDER/TYPE/REGION/ID, and the id can be an ARN; - reads JSON from stdin, " +
    "as incident resource list --json prints it.";
  static override usage = "incident resource set INCIDENT RESOURCE…";
  static override examples = [
    "<%= config.bin %> incident resource set 019353e1 aws/rds/eu-central-1/orders-db kubernetes/deployment/eu/checkout",
    "<%= config.bin %> incident resource list 019353e1 --json | <%= config.bin %> incident resource set 019353f2 -",
    "<%= config.bin %> incident resource set 019353e1 --none",
  ];
  static override strict = false;
  static override flags = {
    none: Flags.boolean({ description: "Remove all resources." }),
    ...listFlags,
    ...changeFlags,
  };

  async run(): Promise<IncidentResource[]> {
    const { argv, flags } = await this.parse(ResourceSet);
    const [given, ...words] = argv.map(String);
    if (given === undefined || (words.length === 0) !== Boolean(flags.none))
      throw usageError(
        `Give an incident and its resources, or --none, for example: ${programs.cli} incident resource set 019353e1 aws/rds/eu-central-1/orders-db`,
      );
    const resources = await readResources(words);
    const client = await this.client(flags);
    const { id } = await findIncident(client, given);
    const answer = await client.diagnostics.replaceResources(id, resources);
    await this.showList(resourceListing(answer.resources), flags, "No resources are mapped to it now.");
    return answer.resources;
  }
}

async function readResources(words: readonly string[]): Promise<NewResource[]> {
  const resources: NewResource[] = [];
  for (const word of words) {
    if (word !== "-") resources.push(parseResource(word));
    else if (process.stdin.isTTY) throw usageError("- reads JSON from a pipe.");
    else resources.push(...parseResources(await text(process.stdin)));
  }
  return resources;
}
