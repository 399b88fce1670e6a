import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findById } from "../../find/by-id.ts";
import { eventDetails, eventLine } from "../../format/event.ts";
import { plainPaint } from "../../text/paint.ts";

export default class LogsShow extends BaseCommand {
  static override summary = "Show one log, metric or deployment with all its fields.";
  static override examples = ["<%= config.bin %> logs show 0198c1da", "<%= config.bin %> logs show 0198c1da --json"];
  static override args = {
    id: Args.string({ description: "Id of the event, or at least its first 6 characters.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(LogsShow);
    const { events } = await this.client(flags);
    const { id } = await findById(args.id, {
      what: "event",
      list: "logs search -o wide",
      get: async (whole) => ({ id: whole, line: "" }),
      async *newest() {
        for await (const event of events.searchAll({ limit: 1_000 }))
          yield { id: event.id, line: eventLine(event, plainPaint) };
      },
      nameOf: ({ line }) => line,
    });
    const event = await events.get(id);
    this.log(eventDetails(event, this.layout));
    return event;
  }
}
