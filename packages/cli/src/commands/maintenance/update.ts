import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { changeFlags, duration, laterTime, usageError } from "../../flags/common-flags.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default class MaintenanceUpdate extends BaseCommand {
  static override summary = "Change the end or the reason of a maintenance window.";
  static override examples = [
    "<%= config.bin %> maintenance update 0198c1da --extend 30m",
    "<%= config.bin %> maintenance update 0198c1da --until 'tomorrow 6am' --reason 'Takes longer'",
  ];
  static override args = {
    id: Args.string({ description: "Id of the window, or at least its first 6 characters.", required: true }),
  };
  static override flags = {
    until: laterTime({ description: "New end of the window." }),
    extend: duration({ description: "Time to add to the window.", exclusive: ["until"] }),
    reason: Flags.string({ char: "m", description: "Reason for the maintenance." }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(MaintenanceUpdate);
    const { until, extend, reason } = flags;
    if (until === undefined && extend === undefined && reason === undefined)
      throw usageError("Name a change, such as --extend 30m.");
    const client = await this.client(flags);
    const { id, endsAt } = await findMaintenanceWindow(client, args.id);
    const end = extend === undefined ? until : new Date(Date.parse(endsAt) + extend).toISOString();
    const window = await client.maintenance.update(id, {
      ...(end !== undefined && { endsAt: end }),
      ...(reason !== undefined && { reason }),
    });
    this.log(windowDetails(window, this.layout));
    return window;
  }
}
