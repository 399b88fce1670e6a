import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags, duration, laterTime, usageError } from "../../flags/common-flags.ts";
import { windowDetails } from "../../format/maintenance.ts";
import { programs } from "../../text/program-names.ts";

export default class MaintenanceCreate extends BaseCommand {
  static override summary = "Schedule a maintenance window for services.";
  static override description =
    "While it is active, what detection finds about these services opens no incident; what still fires afterwards does. " +
    "It begins now where --from is left out. Times without a zone are local.";
  static override usage = "maintenance create SERVICE… --for DURATION --reason TEXT";
  static override examples = [
    "<%= config.bin %> maintenance create checkout --for 2h --reason 'Database upgrade'",
    "<%= config.bin %> maintenance create checkout payments --from 'tomorrow 22:00' --for 2h --reason 'Move to the new cluster'",
    "<%= config.bin %> maintenance create checkout --from 30m --until 'sunday 6am' --reason 'Load test' --dry-run",
  ];
  static override strict = false;
  static override flags = {
    from: laterTime({ description: "When it begins." }),
    for: duration({ description: "How long it lasts.", exclusive: ["until"] }),
    until: laterTime({ description: "When it ends." }),
    reason: Flags.string({ char: "m", description: "What is being done.", required: true }),
    ...changeFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(MaintenanceCreate);
    if (argv.length === 0) throw usageError("Say which services are worked on, by their names in telemetry.");
    const { from, reason } = flags;
    const begin = from === undefined ? Date.now() : Date.parse(from);
    const endsAt = flags.for === undefined ? flags.until : new Date(begin + flags.for).toISOString();
    if (endsAt === undefined) throw usageError("Say how long it lasts, with --for 2h or --until 'tomorrow 6am'.");
    if (Date.parse(endsAt) <= begin)
      throw usageError(`--until (${endsAt}) must be later than its begin (${new Date(begin).toISOString()}).`);
    const window = await (await this.client(flags)).maintenance.schedule({
      services: argv.map(String),
      ...(from !== undefined && { startsAt: from }),
      endsAt,
      reason,
    });
    this.log(windowDetails(window, this.layout));
    this.suggestNext(
      `${programs.cli} maintenance ${window.state === "active" ? "end" : "show"} ${window.id.slice(0, 8)}`,
    );
    return window;
  }
}
