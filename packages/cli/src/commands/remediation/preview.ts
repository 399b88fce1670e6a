import { defineCommand } from "../../command/define-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { findIncident } from "../../find/items.ts";
import { previewDetails } from "../../format/remediation-action.ts";
import { buildRequest, requestArgs, requestFlags } from "../../input/remediation-request.ts";

export default defineCommand({
  summary: "Show the plan and the policy verdict of a request, without requesting it.",
  description: "The same as remediation request --dry-run. The exit code is 6 if the policy blocks the request.",
  usage: "remediation preview INCIDENT [ACTION] [--set NAME=VALUE]…",
  examples: [
    "tocsin remediation preview 019353e1 scale-service --set replicas=5",
    "tocsin remediation preview 019353e1 --fix fix-1 --json | jq .rules",
  ],
  args: requestArgs,
  flags: requestFlags,
  async request({ client, args, flags }) {
    const incident = await findIncident(client, args.incident);
    const preview = await client.remediation.preview(buildRequest(incident, args.action, flags));
    this.log(previewDetails(preview, this.layout));
    if (preview.status === null) process.exitCode = exitCodes.blocked;
    return preview;
  },
});
