import { Flags } from "@oclif/core";
import type { ToolMetrics } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { toolMetricsText } from "../../format/incident-stats.ts";

export default class IncidentMetrics extends BaseCommand {
  static override summary = "Count the probes of an incident and their failures.";
  static override description = "To draw the metrics of its service: incident chart.";
  static override examples = [
    "<%= config.bin %> incident metrics 019353e1",
    "<%= config.bin %> incident metrics 019353e1 --hours 168 --json | jq .failurePatterns",
  ];
  static override args = incidentArg;
  static override flags = {
    hours: Flags.integer({ description: "Only runs that began in the last hours.", default: 24, min: 1, max: 744 }),
  };

  async run(): Promise<ToolMetrics> {
    const { args, flags } = await this.parse(IncidentMetrics);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const metrics = await client.diagnostics.metrics(id, { hours: flags.hours });
    this.log(toolMetricsText(metrics, this.layout));
    return metrics;
  }
}
