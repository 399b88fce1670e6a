import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { heldListing } from "../../format/maintenance.ts";

export default class MaintenanceHeld extends BaseCommand {
  static override summary = "List the candidates that a maintenance window holds.";
  static override examples = ["<%= config.bin %> maintenance held 0198c1da"];
  static override args = {
    id: Args.string({ description: "Id of the window, or at least its first 6 characters.", required: true }),
  };
  static override flags = {
    ...pageFlags("candidates"),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(MaintenanceHeld);
    const client = await this.client(flags);
    const { id } = await findMaintenanceWindow(client, args.id);
    const held = await readPages((limit) => client.maintenance.heldAll(id, { limit }), flags);
    await this.showList(heldListing(held), flags, "The window holds no candidates.");
    return held;
  }
}
