import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { chartStyleFor } from "../../format/chart.ts";
import { incidentStatsText } from "../../format/incident-stats.ts";

export default defineView({
  summary: "Count incidents by state, severity and hour.",
  description:
    "The counts cover all time, or the last --days. The chart shows the incidents opened in each of the last --hours.",
  examples: [
    "tocsin incident stats",
    "tocsin incident stats --days 7 --hours 168",
    "tocsin incident stats --json | jq .activeCount",
  ],
  flags: {
    days: Flags.integer({ description: "Only incidents of the last days.", min: 1, max: 3_650 }),
    hours: Flags.integer({ description: "Hours in the chart.", default: 24, min: 1, max: 744 }),
  },
  async read({ client, flags: { days, hours } }) {
    const [stats, hourly] = await Promise.all([client.incidents.stats({ days }), client.incidents.hourly({ hours })]);
    return { ...stats, hourly };
  },
  text: (stats, layout, { flags: { days } }) =>
    incidentStatsText(stats, stats.hourly, days, { ...layout, drawing: chartStyleFor(process.env) }),
});
