import { defineCommand } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default defineCommand({
  summary: "Show one maintenance window.",
  examples: ["tocsin maintenance show 0198c1da"],
  item: maintenanceWindowItem,
  async request({ item: window }) {
    this.log(windowDetails(window, this.layout));
    if (window.heldCount > 0) this.suggestNext(`maintenance held ${window.id.slice(0, 8)}`);
    return window;
  },
});
