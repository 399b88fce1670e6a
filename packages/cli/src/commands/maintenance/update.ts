import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { changeFlags, duration, laterTime, usageError } from "../../flags/common-flags.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default defineCommand({
  summary: "Change the end or the reason of a maintenance window.",
  examples: [
    "tocsin maintenance update 0198c1da --extend 30m",
    "tocsin maintenance update 0198c1da --until 'tomorrow 6am' --reason 'Takes longer'",
  ],
  args: { id: Args.string({ description: "Id of the window, or at least its first 6 characters.", required: true }) },
  flags: {
    until: laterTime({ description: "New end of the window." }),
    extend: duration({ description: "Time to add to the window.", exclusive: ["until"] }),
    reason: Flags.string({ char: "m", description: "Reason for the maintenance." }),
    ...changeFlags,
  },
  async run({ args, flags }) {
    const { until, extend, reason } = flags;
    if (until === undefined && extend === undefined && reason === undefined)
      throw usageError("Name a change, such as --extend 30m.");
    const client = await this.client(flags);
    const { id, endsAt } = await maintenanceWindowItem.find(client, args.id);
    const end = extend === undefined ? until : new Date(Date.parse(endsAt) + extend).toISOString();
    const window = await client.maintenance.update(id, {
      ...(end !== undefined && { endsAt: end }),
      ...(reason !== undefined && { reason }),
    });
    this.log(windowDetails(window, this.layout));
    return window;
  },
});
