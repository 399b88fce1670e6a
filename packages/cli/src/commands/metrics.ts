import { Flags } from "@oclif/core";
import { defineCommand } from "../command/define-command.ts";
import { parseSamples, type Sample } from "../format/prometheus-samples.ts";
import { cleanText } from "../text/clean-text.ts";

export default defineCommand({
  summary: "Print the metrics of a Tocsin process in the Prometheus text format.",
  description: "No login is needed. --json lists the samples with their labels.",
  examples: ["tocsin metrics", "tocsin metrics --ingest | grep tocsin_queue_depth"],
  flags: { ingest: Flags.boolean({ description: "Read the ingestion interface instead of the core one." }) },
  needsToken: false,
  async request({ client: { health }, flags }): Promise<Sample[]> {
    const text = await (flags.ingest ? health.ingestion : health.core).metrics();
    this.log(cleanText(text).trimEnd());
    return parseSamples(text);
  },
});
