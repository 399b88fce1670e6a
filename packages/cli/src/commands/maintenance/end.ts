import { BaseCommand } from "../../command/base-command.ts";
import { findMaintenanceWindow } from "../../find/maintenance-window.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class MaintenanceEnd extends BaseCommand {
  static override summary = "End active maintenance windows.";
  static override description =
    "Give ids, or - to read them from stdin. Held candidates that still fire open incidents within seconds.";
  static override usage = "maintenance end ID…";
  static override examples = [
    "<%= config.bin %> maintenance end 0198c1da",
    "<%= config.bin %> maintenance list --state active -o name | <%= config.bin %> maintenance end -",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(MaintenanceEnd);
    if (argv.length === 0) throw usageError("Give at least one id of a window.");
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, state } = await findMaintenanceWindow(client, given);
      const window = await client.maintenance.end(id);
      const short = id.slice(0, 8);
      this.log(
        state === "ended" ? `${short} is already ended.` : `${short} ${cleanLine(state)} → ${cleanLine(window.state)}`,
      );
      this.suggestNext(`${programs.cli} incidents --status OPEN`);
      return window;
    });
  }
}
