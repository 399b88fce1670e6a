import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { windowListing, windowStates } from "../../format/maintenance.ts";

export default class MaintenanceList extends BaseCommand {
  static override summary = "List maintenance windows, the latest start first.";
  static override examples = [
    "<%= config.bin %> maintenance list --state active",
    "<%= config.bin %> maintenance list --service checkout --all -o csv",
  ];
  static override flags = {
    service: Flags.string({ description: "Only windows of this service." }),
    state: oneOf(windowStates, { description: "Only windows in this state." }),
    ...pageFlags("windows"),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(MaintenanceList);
    const { maintenance } = await this.client(flags);
    const filter = { service: flags.service, state: flags.state };
    const windows = await readPages((limit) => maintenance.listAll({ ...filter, limit }), flags);
    await this.showList(windowListing(windows), flags, "No window matches these filters.");
    return windows;
  }
}
