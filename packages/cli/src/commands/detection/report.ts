import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { reportListing, reportSummary } from "../../format/detection-report.ts";

export default defineCommand({
  summary: "Report what each rule opened, and what another sensitivity would have opened.",
  description:
    "Openings with verdicts, the share that somebody acknowledged, openings at night, and the time from onset to opening. The daemon replays stored telemetry of the last hours with each sensitivity; stderr says what that covered.",
  examples: [
    "tocsin detection report",
    "tocsin detection report --days 7 --time-zone Europe/Berlin",
    "tocsin detection report --compare-hours 0 -o csv > report.csv",
    "tocsin detection report --json",
  ],
  flags: {
    days: Flags.integer({ description: "Days to look back.", default: 30, min: 1, max: 90 }),
    "time-zone": Flags.string({
      description: "Time zone of nights (23:00 to 07:00); by default that of the daemon's reports.",
      helpValue: "<Europe/Berlin>",
    }),
    "compare-hours": Flags.integer({
      description: "Hours of stored telemetry to replay with each sensitivity; 0 for none.",
      default: 24,
      min: 0,
      max: 168,
    }),
    ...listFlags,
  },
  async request({ client, flags }) {
    const { days, "time-zone": timeZone, "compare-hours": compareHours } = flags;
    if (this.isTerminal && compareHours > 0) this.note("Replaying stored telemetry; this may take half a minute.");
    const report = await client.detection.report({ days, compareHours, ...(timeZone !== undefined && { timeZone }) });
    await this.showList(reportListing(report.rules), flags, "There are no rules.");
    if (!this.jsonEnabled()) this.note(`${this.isTerminal ? "\n" : ""}${reportSummary(report, this.layout)}`);
    this.suggestNext("detection sensitivity");
    return report;
  },
});
