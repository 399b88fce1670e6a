import { defineBulk } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Delete maintenance windows that have not started.",
  description:
    "Give ids, or - to read them from stdin. A window that has started stays on record: end it with maintenance end. The command asks before it deletes.",
  usage: "maintenance delete ID…",
  examples: ["tocsin maintenance delete 0198c1da"],
  flags: confirmFlags,
  missing: "Give at least one id of a window.",
  find: maintenanceWindowItem.find,
  async each({ client, item: { id, services }, flags }) {
    await confirm(`Delete the window ${id.slice(0, 8)} of ${services.join(", ")}?`, flags);
    const answer = await client.maintenance.delete(id);
    this.log(`${id.slice(0, 8)} of ${cleanLine(services.join(", "))} is deleted.`);
    return { id, ...answer };
  },
});
