import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { toolMetricsText } from "../../format/incident-stats.ts";

export default defineView({
  summary: "Count the probes of an incident and their failures.",
  description: "To draw the metrics of its service: incident chart.",
  examples: [
    "tocsin incident metrics 019353e1",
    "tocsin incident metrics 019353e1 --hours 168 --json | jq .failurePatterns",
  ],
  flags: {
    hours: Flags.integer({ description: "Only runs that began in the last hours.", default: 24, min: 1, max: 744 }),
  },
  item: incidentItem,
  read: ({ client, item: { id }, flags }) => client.diagnostics.metrics(id, { hours: flags.hours }),
  text: toolMetricsText,
});
