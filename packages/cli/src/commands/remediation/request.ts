import { Args, Flags } from "@oclif/core";
import type { Incident, RemediationRequest } from "@tocsin/sdk";
import { awaitAction, waitFlags } from "../../await-action.ts";
import { BaseCommand } from "../../base-command.ts";
import { exitCodes, Failure } from "../../failure.ts";
import { findIncident } from "../../find-incident.ts";
import { usageError } from "../../flags.ts";
import { actionName, previewDetails } from "../../format/action.ts";
import { cleanLine } from "../../format/clean.ts";
import { names } from "../../names.ts";

export default class RequestRemediation extends BaseCommand {
  static override summary = "Request an action for an incident.";
  static override description =
    "restart-service, scale-service, rollback-deployment, delete-pod, or an action of the policy file. What policy " +
    "blocks ends with 6. What a fix of the diagnosis suggests always waits for a person.";
  static override usage = "remediation request INCIDENT [ACTION] [--set NAME=VALUE]…";
  static override examples = [
    "<%= config.bin %> remediation request 019353e1 restart-service",
    "<%= config.bin %> remediation request 019353e1 scale-service --set replicas=5 --service checkout",
    "<%= config.bin %> remediation request 019353e1 --fix fix-1",
    {
      description: "What policy would say, without a request",
      command: "<%= config.bin %> remediation request 019353e1 rollback-deployment --dry-run",
    },
    {
      description:
        "In a pipeline: 0 once it is completed, 1 where it failed, 6 where policy blocks it, 8 when time is up",
      command: "<%= config.bin %> remediation request 019353e1 restart-service --wait --timeout 10m",
    },
  ];
  static override args = {
    incident: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
    action: Args.string({ description: "What to do; left out with --fix, which says it." }),
  };
  static override flags = {
    set: Flags.string({
      description: "A parameter; may be given several times.",
      helpValue: "<name=value>",
      multiple: true,
    }),
    service: Flags.string({ description: "Service to act on; else that of the fix or of the incident." }),
    environment: Flags.string({ description: "Environment to act in; else that of the incident." }),
    fix: Flags.string({ description: "A suggested fix of the diagnosis.", helpValue: "<id>" }),
    "dry-run": Flags.boolean({
      description: "Show the plan and what policy says; request nothing.",
      exclusive: ["wait"],
    }),
    ...waitFlags,
  };

  async run() {
    const { args, flags } = await this.parse(RequestRemediation);
    const client = await (await this.session(flags)).client();
    const incident = await findIncident(client, args.incident);
    const { service: serviceName, environment } = flags;
    const request: RemediationRequest = {
      incidentId: incident.id,
      actionType: args.action ?? actionOf(incident, flags.fix),
      ...(flags.set && { parameters: Object.fromEntries(flags.set.map(parameter)) }),
      ...(serviceName !== undefined && { serviceName }),
      ...(environment !== undefined && { environment }),
      ...(flags.fix !== undefined && { suggestionId: flags.fix }),
    };
    if (flags["dry-run"]) {
      const preview = await client.remediation.preview(request);
      this.log(previewDetails(preview, { width: this.width, paint: this.paint }));
      if (preview.status === null) process.exitCode = exitCodes.blocked;
      return preview;
    }
    const action = await client.remediation.request(request);
    const short = action.id.slice(0, 8);
    this.log(`${short} ${actionName(action)}: ${action.status}`);
    if (!flags.wait) {
      const next = action.status === "PENDING_APPROVAL" ? "approve" : "show";
      if (this.isTerminal) this.note(`Next: ${names.cli} remediation ${next} ${short}`);
      return action;
    }
    return awaitAction(client, action.id, flags.timeout, (status) => {
      if (!this.jsonEnabled()) this.note(`${short} is ${status}.`);
    });
  }
}

/** A parameter such as `replicas=5`: numbers, true and false are taken as such, everything else as text. */
function parameter(given: string): [string, unknown] {
  const at = given.indexOf("=");
  if (at < 1) throw usageError(`Expected a parameter such as replicas=5, and got ${JSON.stringify(given)}.`);
  const value = given.slice(at + 1);
  const isPlain = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value);
  return [given.slice(0, at), isPlain ? (JSON.parse(value) as unknown) : value];
}

function actionOf({ id, diagnosis }: Incident, fixId: string | undefined): string {
  if (fixId === undefined)
    throw usageError("Say what to do, such as restart-service, or which fix to take with --fix.");
  const fixes = diagnosis?.suggestedFixes ?? [];
  const fix = fixes.find((each) => each.id === fixId);
  if (fix?.actionType) return fix.actionType;
  throw new Failure(
    fix
      ? `The fix ${cleanLine(fixId)} is one to be done by hand.`
      : `The diagnosis has no fix ${JSON.stringify(fixId)}.`,
    fix ? exitCodes.usage : exitCodes.notFound,
    ...fixes.filter((each) => each.actionType).map((each) => `  ${cleanLine(each.id)}  ${cleanLine(each.title)}`),
    `To see it whole: ${names.cli} incident show ${id.slice(0, 8)}`,
  );
}
