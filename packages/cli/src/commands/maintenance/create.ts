import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, duration, laterTime, usageError } from "../../flags/common-flags.ts";
import { windowDetails } from "../../format/maintenance.ts";

export default defineCommand({
  summary: "Schedule a maintenance window for services.",
  description:
    "While the window is active, candidates of these services are held and open no incidents. Candidates that still fire at its end do. The window begins now by default. Times without a zone are local.",
  usage: "maintenance create SERVICE… --for DURATION --reason TEXT",
  examples: [
    "tocsin maintenance create checkout --for 2h --reason 'Database upgrade'",
    "tocsin maintenance create checkout payments --from 'tomorrow 22:00' --for 2h --reason 'Move to the new cluster'",
    "tocsin maintenance create checkout --from 30m --until 'sunday 6am' --reason 'Load test' --dry-run",
  ],
  flags: {
    from: laterTime({ description: "Start of the window." }),
    for: duration({ description: "Duration of the window.", exclusive: ["until"] }),
    until: laterTime({ description: "End of the window." }),
    reason: Flags.string({ char: "m", description: "Reason for the maintenance.", required: true }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    if (argv.length === 0) throw usageError("Give at least one service, by its name in telemetry.");
    const { from, reason } = flags;
    const begin = from === undefined ? Date.now() : Date.parse(from);
    const endsAt = flags.for === undefined ? flags.until : new Date(begin + flags.for).toISOString();
    if (endsAt === undefined) throw usageError("The end is missing: add --for 2h or --until 'tomorrow 6am'.");
    if (Date.parse(endsAt) <= begin)
      throw usageError(`--until (${endsAt}) must be later than the start (${new Date(begin).toISOString()}).`);
    const window = await (await this.client(flags)).maintenance.schedule({
      services: [...argv],
      ...(from !== undefined && { startsAt: from }),
      endsAt,
      reason,
    });
    this.log(windowDetails(window, this.layout));
    this.suggestNext(`maintenance ${window.state === "active" ? "end" : "show"} ${window.id.slice(0, 8)}`);
    return window;
  },
});
