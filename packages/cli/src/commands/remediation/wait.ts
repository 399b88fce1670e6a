import { defineCommand } from "../../command/define-command.ts";
import { remediationActionItem } from "../../find/items.ts";
import { timeoutFlag } from "../../flags/common-flags.ts";
import { awaitAction } from "../../wait/await-action.ts";

export default defineCommand({
  summary: "Wait until an action has finished.",
  description:
    "The exit code is 0 for a completed or simulated action, and 1 for a failed or rejected one. It is 6 if the policy blocked it, and 8 after the timeout.",
  examples: ["tocsin remediation wait 3f2a9c1e --timeout 30m", "tocsin remediation wait 3f2a9c1e && ./smoke-test"],
  flags: { timeout: timeoutFlag("15m") },
  item: remediationActionItem,
  request({ client, item: { id }, flags: { timeout } }) {
    return awaitAction(this, client, id, timeout);
  },
});
