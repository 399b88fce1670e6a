import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { heldListing } from "../../format/maintenance.ts";
import { collect } from "../../query/collect.ts";

export default class MaintenanceHeld extends BaseCommand {
  static override summary = "List what a maintenance window holds back: what would be incidents now.";
  static override examples = ["<%= config.bin %> maintenance held 0198c1da"];
  static override args = {
    id: Args.string({ description: "Id of the window, or its first 6 characters or more.", required: true }),
  };
  static override flags = {
    limit: Flags.integer({ description: "Most of them to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List all of them.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(MaintenanceHeld);
    const client = await this.client(flags);
    const { id } = await findMaintenanceWindow(client, args.id);
    const held = flags.all
      ? await collect(client.maintenance.heldAll(id, { limit: 500 }))
      : (await client.maintenance.held(id, { limit: flags.limit })).items;
    await this.showList(heldListing(held), flags, "It holds nothing back.");
    return held;
  }
}
