import { defineList } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { pageFlags, readPages } from "../../flags/common-flags.ts";
import { heldListing } from "../../format/maintenance.ts";

export default defineList({
  summary: "List the candidates that a maintenance window holds.",
  examples: ["tocsin maintenance held 0198c1da"],
  flags: { ...pageFlags("candidates") },
  item: maintenanceWindowItem,
  read: ({ client, item: { id }, flags }) => readPages((limit) => client.maintenance.heldAll(id, { limit }), flags),
  listing: heldListing,
  none: "The window holds no candidates.",
});
