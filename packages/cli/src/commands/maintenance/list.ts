import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { windowListing, windowStates } from "../../format/maintenance.ts";
import { collect } from "../../query/collect.ts";

export default class MaintenanceList extends BaseCommand {
  static override summary = "List maintenance windows, the latest start first.";
  static override examples = [
    "<%= config.bin %> maintenance list --state active",
    "<%= config.bin %> maintenance list --service checkout --all -o csv",
  ];
  static override flags = {
    service: Flags.string({ description: "Only windows of this service." }),
    state: oneOf(windowStates, { description: "Only windows in this state." }),
    limit: Flags.integer({ description: "Most windows to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List every window that passes the filters.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(MaintenanceList);
    const { maintenance } = await this.client(flags);
    const filter = { service: flags.service, state: flags.state, limit: flags.all ? 500 : flags.limit };
    const windows = flags.all ? await collect(maintenance.listAll(filter)) : (await maintenance.list(filter)).items;
    await this.showList(windowListing(windows), flags, "No window passes these filters.");
    return windows;
  }
}
