import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { findIncident } from "../../find/items.ts";
import { waitUntilDoneFlags } from "../../flags/common-flags.ts";
import { statusText } from "../../format/action-status.ts";
import { actionName, previewDetails } from "../../format/remediation-action.ts";
import { buildRequest, requestArgs, requestFlags } from "../../input/remediation-request.ts";
import { awaitAction } from "../../wait/await-action.ts";

export default defineCommand({
  summary: "Request an action for an incident.",
  description:
    "The action is restart-service, scale-service, rollback-deployment, delete-pod, or one of the policy file. If the policy blocks it, the exit code is 6. Suggested fixes always need approval.",
  usage: "remediation request INCIDENT [ACTION] [--set NAME=VALUE]…",
  examples: [
    "tocsin remediation request 019353e1 restart-service",
    "tocsin remediation request 019353e1 scale-service --set replicas=5 --service checkout",
    "tocsin remediation request 019353e1 --fix fix-1",
    {
      description: "Show the policy verdict without a request",
      command: "tocsin remediation request 019353e1 rollback-deployment --dry-run",
    },
    {
      description:
        "In a pipeline: exit code 0 when completed or simulated, 1 when failed, 6 when blocked by policy, 8 after the timeout",
      command: "tocsin remediation request 019353e1 restart-service --wait --timeout 10m",
    },
  ],
  args: requestArgs,
  flags: {
    ...requestFlags,
    "dry-run": Flags.boolean({
      description: "Show the plan and the policy verdict; request nothing.",
      exclusive: ["wait"],
    }),
    ...waitUntilDoneFlags,
  },
  async run({ args, flags }) {
    // --dry-run asks the policy instead of printing the request.
    const client = await this.client({ profile: flags.profile });
    const request = buildRequest(await findIncident(client, args.incident), args.action, flags);
    if (flags["dry-run"]) {
      const preview = await client.remediation.preview(request);
      this.log(previewDetails(preview, this.layout));
      if (preview.status === null) process.exitCode = exitCodes.blocked;
      return preview;
    }
    const action = await client.remediation.request(request);
    const short = action.id.slice(0, 8);
    this.log(`${short} ${actionName(action)}: ${statusText(action)}`);
    if (flags.wait) return awaitAction(this, client, action.id, flags.timeout);
    this.suggestNext(`remediation ${action.status === "PENDING_APPROVAL" ? "approve" : "show"} ${short}`);
    return action;
  },
});
