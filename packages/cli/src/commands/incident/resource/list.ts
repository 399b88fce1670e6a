import { defineList } from "../../../command/define-command.ts";
import { incidentItem } from "../../../find/items.ts";
import { resourceListing } from "../../../format/resource.ts";

export default defineList({
  summary: "List the cloud resources that probes may read for an incident.",
  examples: [
    "tocsin incident resource list 019353e1",
    "tocsin incident resource list 019353e1 --json > resources.json",
  ],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.diagnostics.resources(id),
  listing: resourceListing,
  none: "No resources are mapped to it.",
});
