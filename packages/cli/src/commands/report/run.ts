import { defineView } from "../../command/define-command.ts";
import { changeFlags, waitUntilDoneFlags } from "../../flags/common-flags.ts";
import { reportRunText } from "../../format/report.ts";
import { awaitReportRun } from "../../wait/await-report-run.ts";

export default defineView({
  summary: "Create a report now, outside the schedule.",
  description:
    "The report covers the last day or week, as the schedule says. --wait waits until it is sent, and fails if it fails.",
  examples: ["tocsin report run", "tocsin report run --wait --timeout 2m"],
  flags: { ...waitUntilDoneFlags, ...changeFlags },
  async read({ client, flags }) {
    const begun = await client.reporting.startRun();
    return flags.wait ? awaitReportRun(client, begun, flags.timeout) : begun;
  },
  text: reportRunText,
  next: (_, { flags: { wait } }) => !wait && "report runs --limit 1",
});
