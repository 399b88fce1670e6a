import { defineCommand } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { relatedListing } from "../../format/incident.ts";

export default defineCommand({
  summary: "List the incidents that were merged or grouped with this one.",
  description:
    "The list contains its parent, siblings, children, and the incidents that a correlation rule grouped " +
    "with it: the newest first, at most 200.",
  examples: ["tocsin incident related 019353e1"],
  flags: listFlags,
  item: incidentItem,
  async request({ client, item: incident, flags }) {
    const items = await client.incidents.related(incident.id);
    await this.showList(relatedListing(incident, items), flags, "No incident was merged or grouped with it.");
    return items;
  },
});
