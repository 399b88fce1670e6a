import { defineView } from "../../command/define-command.ts";
import { settingsText } from "../../format/report.ts";

export default defineView({
  summary: "Show the schedule, recipients and retention of reports.",
  examples: ["tocsin report show"],
  read: ({ client }) => client.reporting.settings(),
  text: settingsText,
});
