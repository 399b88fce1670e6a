import { defineView } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default defineView({
  summary: "Show one maintenance window.",
  examples: ["tocsin maintenance show 0198c1da"],
  item: maintenanceWindowItem,
  read: ({ item }) => item,
  text: windowDetails,
  next: ({ id, heldCount }) => heldCount > 0 && `maintenance held ${id.slice(0, 8)}`,
});
