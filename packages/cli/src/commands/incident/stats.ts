import { Flags } from "@oclif/core";
import type { HourCount, IncidentStats } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { chartStyleFor } from "../../format/chart.ts";
import { incidentStatsText } from "../../format/incident-stats.ts";

export default class IncidentStatsCommand extends BaseCommand {
  static override summary = "Count incidents by state, severity and hour.";
  static override description =
    "The counts cover all time, or the last --days. The chart shows the incidents opened in each of the last --hours.";
  static override examples = [
    "<%= config.bin %> incident stats",
    "<%= config.bin %> incident stats --days 7 --hours 168",
    "<%= config.bin %> incident stats --json | jq .activeCount",
  ];
  static override flags = {
    days: Flags.integer({ description: "Only incidents of the last days.", min: 1, max: 3_650 }),
    hours: Flags.integer({ description: "Hours in the chart.", default: 24, min: 1, max: 744 }),
  };

  async run(): Promise<IncidentStats & { hourly: HourCount[] }> {
    const { flags } = await this.parse(IncidentStatsCommand);
    const client = await this.client(flags);
    const [stats, hourly] = await Promise.all([
      client.incidents.stats({ days: flags.days }),
      client.incidents.hourly({ hours: flags.hours }),
    ]);
    const layout = { ...this.layout, drawing: chartStyleFor(process.env) };
    this.log(incidentStatsText(stats, hourly, flags.days, layout));
    return { ...stats, hourly };
  }
}
