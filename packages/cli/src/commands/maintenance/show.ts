import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { windowDetails } from "../../format/maintenance.ts";
import { programs } from "../../text/program-names.ts";

export default class MaintenanceShow extends BaseCommand {
  static override summary = "Show one maintenance window.";
  static override examples = ["<%= config.bin %> maintenance show 0198c1da"];
  static override args = {
    id: Args.string({ description: "Id of the window, or at least its first 6 characters.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(MaintenanceShow);
    const window = await findMaintenanceWindow(await this.client(flags), args.id);
    this.log(windowDetails(window, this.layout));
    if (window.heldCount > 0) this.suggestNext(`${programs.cli} maintenance held ${window.id.slice(0, 8)}`);
    return window;
  }
}
