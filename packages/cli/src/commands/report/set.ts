import { Flags } from "@oclif/core";
import type { ReportingSettingsUpdate } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, duration, oneOf, usageError } from "../../flags/common-flags.ts";
import { settingsChanges } from "../../format/report.ts";

const DAY_MS = 86_400_000;

export default defineCommand({
  summary: "Set the schedule, recipients and retention of reports.",
  description: "Other settings stay unchanged. --to replaces all recipients.",
  examples: [
    "tocsin report set --schedule weekly --to ada@example.com --to grace@example.com",
    "tocsin report set --retention 90d",
    "tocsin report set --schedule off --to-nobody",
  ],
  flags: {
    schedule: oneOf(["daily", "weekly", "off"], { description: "How often a report is sent; off sends none." }),
    to: Flags.string({
      description: "Recipient; can be repeated.",
      helpValue: "<email>",
      multiple: true,
      exclusive: ["to-nobody"],
    }),
    "to-nobody": Flags.boolean({ description: "Remove all recipients." }),
    retention: duration({ description: "Days to keep finished records, 7 to 3,650.", helpValue: "<90d>" }),
    ...changeFlags,
  },
  async run({ flags }) {
    const { schedule, to, retention } = flags;
    const recipients = flags["to-nobody"] ? [] : to;
    if (schedule === undefined && recipients === undefined && retention === undefined)
      throw usageError("Name a change", "report set --schedule weekly");
    const retentionDays = retention === undefined ? undefined : retention / DAY_MS;
    if (retentionDays !== undefined && !Number.isInteger(retentionDays))
      throw usageError("--retention takes whole days, such as 90d.");
    const update: ReportingSettingsUpdate = {
      ...(schedule !== undefined && { scheduledReportEnabled: schedule !== "off" }),
      ...(schedule !== undefined && schedule !== "off" && { reportCadence: schedule }),
      ...(recipients && { reportRecipients: recipients }),
      ...(retentionDays !== undefined && { retentionDays }),
    };
    const client = await this.client(flags);
    const before = await client.reporting.settings();
    const after = await client.reporting.updateSettings(update);
    const changes = settingsChanges(before, after);
    this.log(changes.length === 0 ? "The settings are unchanged." : changes.join("\n"));
    this.suggestNext("report run --wait");
    return after;
  },
});
