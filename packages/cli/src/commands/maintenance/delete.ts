import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class MaintenanceDelete extends BaseCommand {
  static override summary = "Delete maintenance windows that have not begun.";
  static override description =
    "Give one or more ids, or - for those on stdin. One that has begun stays on record: maintenance end ends it. It asks first.";
  static override usage = "maintenance delete ID…";
  static override examples = ["<%= config.bin %> maintenance delete 0198c1da"];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(MaintenanceDelete);
    if (argv.length === 0) throw usageError("Give one or more ids of windows.");
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, services } = await findMaintenanceWindow(client, given);
      await confirm(`Delete the window ${id.slice(0, 8)} of ${services.join(", ")}?`, flags);
      const answer = await client.maintenance.delete(id);
      this.log(`${id.slice(0, 8)} of ${cleanLine(services.join(", "))} is deleted.`);
      return { id, ...answer };
    });
  }
}
