import { Flags } from "@oclif/core";
import { BaseCommand } from "../command/base-command.ts";
import { parseSamples, type Sample } from "../format/prometheus-samples.ts";
import { cleanText } from "../text/clean-text.ts";

export default class Metrics extends BaseCommand {
  static override summary = "Print the metrics of a Tocsin process in the Prometheus text format.";
  static override description = "No login is needed. --json lists the samples with their labels.";
  static override examples = [
    "<%= config.bin %> metrics",
    "<%= config.bin %> metrics --ingest | grep tocsin_queue_depth",
  ];
  static override flags = {
    ingest: Flags.boolean({ description: "Read the ingestion interface instead of the core one." }),
  };

  async run(): Promise<Sample[]> {
    const { flags } = await this.parse(Metrics);
    const { health } = await this.client(flags, { needsToken: false });
    const text = await (flags.ingest ? health.ingestion : health.core).metrics();
    this.log(cleanText(text).trimEnd());
    return parseSamples(text);
  }
}
