import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { findIncident, incidentItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { probeResult } from "../../format/probe.ts";
import { buildTool, findTool, toolsHelp } from "../../input/probe-tools.ts";

export default defineCommand({
  summary: "Probe a pod, an address or a cloud resource for an incident, read-only.",
  description: `Tools and their parameters; parameters in brackets are optional:

${toolsHelp}

Everybody who can read the incident can read the parameters: use no secrets. The exit code is 1 if the tool fails, 4 if the target is not allowed, 7 if the rate limit is reached.`,
  usage: "probe run INCIDENT TOOL [NAME=VALUE]…",
  examples: [
    "tocsin probe run 019353e1 pod-logs namespace=default pod=checkout-7d9f8b6c5-x2x4z tailLines=200",
    "tocsin probe run 019353e1 check-http-health url=https://shop.example.com/health",
    "tocsin probe run 019353e1 queue-backlog provider=aws region=eu-west-1 resourceType=queue resourceId=orders sinceSeconds=30m",
  ],
  args: {
    ...incidentItem.args,
    tool: Args.string({ description: "Tool, such as pod-logs or getPodLogs.", required: true }),
  },
  flags: changeFlags,
  strict: false,
  async run({ args, argv, flags }) {
    const tool = buildTool(findTool(args.tool), argv.slice(2).map(String));
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const result = await client.diagnostics.runTool(id, tool);
    this.log(probeResult(result, this.layout));
    if (result.status === "failed") process.exitCode = exitCodes.failure;
    if (result.rawRef !== null) this.suggestNext(`probe show ${id.slice(0, 8)} ${result.toolRunId.slice(0, 8)} --raw`);
    return result;
  },
});
