import { text } from "node:stream/consumers";
import { Flags } from "@oclif/core";
import type { IncidentResource } from "@tocsin/sdk";
import { defineCommand } from "../../../command/define-command.ts";
import { findIncident } from "../../../find/items.ts";
import { changeFlags, listFlags, usageError } from "../../../flags/common-flags.ts";
import { resourceListing } from "../../../format/resource.ts";
import { type NewResource, parseResource, parseResources } from "../../../input/incident-resource.ts";

export default defineCommand({
  summary: "Set the cloud resources that probes may read for an incident.",
  description:
    "The given resources replace all others. A resource is PROVIDER/TYPE/REGION/ID, and the id can be an ARN; - reads JSON from stdin, as incident resource list --json prints it.",
  usage: "incident resource set INCIDENT RESOURCE…",
  examples: [
    "tocsin incident resource set 019353e1 aws/rds/eu-central-1/orders-db kubernetes/deployment/eu/checkout",
    "tocsin incident resource list 019353e1 --json | tocsin incident resource set 019353f2 -",
    "tocsin incident resource set 019353e1 --none",
  ],
  flags: { none: Flags.boolean({ description: "Remove all resources." }), ...listFlags, ...changeFlags },
  strict: false,
  async run({ argv: [given, ...words], flags }): Promise<IncidentResource[]> {
    if (given === undefined || (words.length === 0) !== Boolean(flags.none))
      throw usageError(
        "Give an incident and its resources, or --none",
        "incident resource set 019353e1 aws/rds/eu-central-1/orders-db",
      );
    const resources = await readResources(words);
    const client = await this.client(flags);
    const { id } = await findIncident(client, given);
    const answer = await client.diagnostics.replaceResources(id, resources);
    await this.showList(resourceListing(answer.resources), flags, "No resources are mapped to it now.");
    return answer.resources;
  },
});

async function readResources(words: readonly string[]): Promise<NewResource[]> {
  const resources: NewResource[] = [];
  for (const word of words) {
    if (word !== "-") resources.push(parseResource(word));
    else if (process.stdin.isTTY) throw usageError("- reads JSON from a pipe.");
    else resources.push(...parseResources(await text(process.stdin)));
  }
  return resources;
}
