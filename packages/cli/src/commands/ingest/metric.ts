import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { usageError } from "../../flags/common-flags.ts";
import { sendFlags, sendOptions } from "../../flags/send-flags.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IngestMetric extends BaseCommand {
  static override summary = "Send one metric point.";
  static override examples = [
    "<%= config.bin %> ingest metric queue.depth 42 --service checkout",
    "<%= config.bin %> ingest metric http.latency 120 --service checkout --unit ms --label env=production",
  ];
  static override args = {
    name: Args.string({ description: "Name of the metric.", required: true }),
    value: Args.string({ description: "Value of the metric, a number.", required: true }),
  };
  static override flags = {
    service: Flags.string({ description: "Service that the metric belongs to.", required: true }),
    unit: Flags.string({ description: "Unit of the value, such as ms.", default: "" }),
    label: Flags.string({
      description: "Label of the metric; can be repeated.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ...sendFlags,
  };

  async run() {
    const { args, flags } = await this.parse(IngestMetric);
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
    this.suggestNext(`${programs.cli} logs show ${cleanLine(event.id)}`);
    return event;
  }
}
