import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { findIncident } from "../../find/incident.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { probeResult } from "../../format/probe.ts";
import { buildTool, findTool, toolsHelp } from "../../input/probe-tools.ts";
import { programs } from "../../text/program-names.ts";

export default class ProbeRun extends BaseCommand {
  static override summary = "Probe a pod, an address or a cloud resource for an incident, read-only.";
  static override description = `Tools and their parameters; parameters in brackets are optional:

${toolsHelp}

Everybody who can read the incident can read the parameters: use no secrets. The exit code is 1 if the tool fails, 4 if the target is not allowed, 7 if the rate limit is reached.`;
  static override usage = "probe run INCIDENT TOOL [NAME=VALUE]…";
  static override examples = [
    "<%= config.bin %> probe run 019353e1 pod-logs namespace=default pod=checkout-7d9f8b6c5-x2x4z tailLines=200",
    "<%= config.bin %> probe run 019353e1 check-http-health url=https://shop.example.com/health",
    "<%= config.bin %> probe run 019353e1 queue-backlog provider=aws region=eu-west-1 resourceType=queue resourceId=orders sinceSeconds=30m",
  ];
  static override strict = false;
  static override args = {
    ...incidentArg,
    tool: Args.string({ description: "Tool, such as pod-logs or getPodLogs.", required: true }),
  };
  static override flags = changeFlags;

  async run() {
    const { args, argv, flags } = await this.parse(ProbeRun);
    const tool = buildTool(findTool(args.tool), argv.slice(2).map(String));
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const result = await client.diagnostics.runTool(id, tool);
    this.log(probeResult(result, this.layout));
    if (result.status === "failed") process.exitCode = exitCodes.failure;
    if (result.rawRef !== null)
      this.suggestNext(`${programs.cli} probe show ${id.slice(0, 8)} ${result.toolRunId.slice(0, 8)} --raw`);
    return result;
  }
}
