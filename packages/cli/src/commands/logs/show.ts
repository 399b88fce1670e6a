import { Args } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { findById } from "../../find/by-id.ts";
import { eventDetails, eventLine } from "../../format/event.ts";
import { plainPaint } from "../../text/paint.ts";

export default defineView({
  summary: "Show one log, metric or deployment with all its fields.",
  examples: ["tocsin logs show 0198c1da", "tocsin logs show 0198c1da --json"],
  args: { id: Args.string({ description: "Id of the event, or at least its first 6 characters.", required: true }) },
  async read({ client: { events }, args }) {
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
    return events.get(id);
  },
  text: eventDetails,
});
