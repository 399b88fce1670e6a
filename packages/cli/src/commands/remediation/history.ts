import { defineList } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { actionListing } from "../../format/remediation-action.ts";

export default defineList({
  summary: "List the actions of an incident, the newest first.",
  examples: ["tocsin remediation history 019353e1"],
  item: incidentItem,
  read: ({ client, item: { id } }) => client.remediation.history(id),
  listing: actionListing,
  none: "No actions were requested for this incident.",
});
