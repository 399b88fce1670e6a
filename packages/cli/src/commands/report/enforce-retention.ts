import { defineCommand } from "../../command/define-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { clock } from "../../text/time.ts";

export default defineCommand({
  summary: "Delete remediation records that are past their retention now.",
  description:
    "Deletes finished actions, report runs and stored output of probes. Unfinished actions stay, and the audit log can still be verified. The command asks before it deletes.",
  examples: ["tocsin report enforce-retention", "tocsin report enforce-retention --yes --json | jq .deletedCount"],
  flags: { ...confirmFlags, ...changeFlags },
  async request({ client, flags }) {
    const { retentionDays } = await client.reporting.settings();
    await confirm(
      `Delete all records that last changed more than ${retentionDays} days ago? This can't be undone.`,
      flags,
    );
    const result = await client.reporting.enforceRetention();
    this.log(`${result.deletedCount} deleted that last changed before ${clock(result.cutoff)}.`);
    return result;
  },
});
