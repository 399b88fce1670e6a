import { BaseCommand } from "../../command/base-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { findIncident } from "../../find/incident.ts";
import { previewDetails } from "../../format/remediation-action.ts";
import { buildRequest, requestArgs, requestFlags } from "../../input/remediation-request.ts";

export default class RemediationPreview extends BaseCommand {
  static override summary = "Show the plan and the policy verdict of a request, without requesting it.";
  static override description =
    "The same as remediation request --dry-run. The exit code is 6 if the policy blocks the request.";
  static override usage = "remediation preview INCIDENT [ACTION] [--set NAME=VALUE]…";
  static override examples = [
    "<%= config.bin %> remediation preview 019353e1 scale-service --set replicas=5",
    "<%= config.bin %> remediation preview 019353e1 --fix fix-1 --json | jq .rules",
  ];
  static override args = requestArgs;
  static override flags = requestFlags;

  async run() {
    const { args, flags } = await this.parse(RemediationPreview);
    const client = await this.client(flags);
    const incident = await findIncident(client, args.incident);
    const preview = await client.remediation.preview(buildRequest(incident, args.action, flags));
    this.log(previewDetails(preview, this.layout));
    if (preview.status === null) process.exitCode = exitCodes.blocked;
    return preview;
  }
}
