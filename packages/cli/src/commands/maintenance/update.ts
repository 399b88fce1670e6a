import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { changeFlags, duration, laterTime, usageError } from "../../flags/common-flags.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default class MaintenanceUpdate extends BaseCommand {
  static override summary = "Move the end of a maintenance window, or give another reason.";
  static override examples = [
    "<%= config.bin %> maintenance update 0198c1da --extend 30m",
    "<%= config.bin %> maintenance update 0198c1da --until 'tomorrow 6am' --reason 'Takes longer'",
  ];
  static override args = {
    id: Args.string({ description: "Id of the window, or its first 6 characters or more.", required: true }),
  };
  static override flags = {
    until: laterTime({ description: "When it ends instead." }),
    extend: duration({ description: "How much later it ends.", exclusive: ["until"] }),
    reason: Flags.string({ char: "m", description: "What is being done." }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(MaintenanceUpdate);
    const { until, extend, reason } = flags;
    if (until === undefined && extend === undefined && reason === undefined)
      throw usageError("Say what to change, such as --extend 30m.");
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
