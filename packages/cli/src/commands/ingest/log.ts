import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { oneOf, sendFlags, sendOptions } from "../../flags/common-flags.ts";
import { logLevels } from "../../format/event.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default defineCommand({
  summary: "Send one log.",
  description: `To send many logs, pipe them into: ${programs.cli} ingest`,
  examples: [
    'tocsin ingest log "payment took 4 s" --service checkout --level warn',
    'tocsin ingest log "backup failed" --service backup --level error --set env=production --at 10m',
  ],
  args: { message: Args.string({ description: "Message of the log.", required: true }) },
  flags: {
    service: Flags.string({ description: "Service that logged it.", required: true }),
    level: oneOf(logLevels, { description: "Level of the log.", default: "info" }),
    "trace-id": Flags.string({ description: "Id of the trace." }),
    "span-id": Flags.string({ description: "Id of the span." }),
    set: Flags.string({
      description: "Value of the metadata; can be repeated.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ...sendFlags,
  },
  needsToken: false,
  async request({ client, args, flags }) {
    const event = await client.ingest.log(
      {
        service: flags.service,
        level: flags.level,
        message: args.message,
        ...(flags.at !== undefined && { timestamp: flags.at }),
        ...(flags["trace-id"] !== undefined && { traceId: flags["trace-id"] }),
        ...(flags["span-id"] !== undefined && { spanId: flags["span-id"] }),
        ...(flags.set && { metadata: Object.fromEntries(parseNameValues(flags.set)) }),
      },
      sendOptions(flags),
    );
    this.log(cleanLine(event.id));
    this.suggestNext(`logs show ${cleanLine(event.id)}`);
    return event;
  },
});
