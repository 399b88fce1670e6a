import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class MaintenanceDelete extends BaseCommand {
  static override summary = "Delete maintenance windows that have not started.";
  static override description =
    "Give ids, or - to read them from stdin. A window that has started stays on record: end it with maintenance end. The command asks before it deletes.";
  static override usage = "maintenance delete ID…";
  static override examples = ["<%= config.bin %> maintenance delete 0198c1da"];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(MaintenanceDelete);
    if (argv.length === 0) throw usageError("Give at least one id of a window.");
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
