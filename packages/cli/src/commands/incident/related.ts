import { defineList } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { relatedListing } from "../../format/incident.ts";

export default defineList({
  summary: "List the incidents that were merged or grouped with this one.",
  description:
    "The list contains its parent, siblings, children, and the incidents that a correlation rule grouped with it: the newest first, at most 200.",
  examples: ["tocsin incident related 019353e1"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.incidents.related(id),
  listing: (related, { item }) => relatedListing(item, related),
  none: "No incident was merged or grouped with it.",
});
