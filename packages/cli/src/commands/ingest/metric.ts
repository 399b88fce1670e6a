import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { sendFlags, sendOptions, usageError } from "../../flags/common-flags.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Send one metric point.",
  examples: [
    "tocsin ingest metric queue.depth 42 --service checkout",
    "tocsin ingest metric http.latency 120 --service checkout --unit ms --label env=production",
  ],
  args: {
    name: Args.string({ description: "Name of the metric.", required: true }),
    value: Args.string({ description: "Value of the metric, a number.", required: true }),
  },
  flags: {
    service: Flags.string({ description: "Service that the metric belongs to.", required: true }),
    unit: Flags.string({ description: "Unit of the value, such as ms.", default: "" }),
    label: Flags.string({
      description: "Label of the metric; can be repeated.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ...sendFlags,
  },
  async run({ args, flags }) {
    const value = Number(args.value);
    if (args.value.trim() === "" || !Number.isFinite(value))
      throw usageError(`Expected a number; got ${JSON.stringify(args.value)}.`);
    const client = await this.client(flags, { needsToken: false });
    const event = await client.ingest.metric(
      {
        service: flags.service,
        name: args.name,
        value,
        unit: flags.unit,
        ...(flags.at !== undefined && { timestamp: flags.at }),
        ...(flags.label && { labels: Object.fromEntries(parseNameValues(flags.label)) }),
      },
      sendOptions(flags),
    );
    this.log(cleanLine(event.id));
    this.suggestNext(`logs show ${cleanLine(event.id)}`);
    return event;
  },
});
