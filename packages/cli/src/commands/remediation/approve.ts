import { Flags } from "@oclif/core";
import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { remediationActionItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { waitUntilDoneFlags } from "../../flags/wait-flags.ts";
import { statusText } from "../../format/action-status.ts";
import { actionDetails, actionName } from "../../format/remediation-action.ts";
import { askYesNo } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { createPaint } from "../../text/paint.ts";
import { programs } from "../../text/program-names.ts";
import { awaitAction } from "../../wait/await-action.ts";

interface Decision {
  readonly yes: boolean;
  readonly reason?: string | undefined;
  readonly wait: boolean;
  readonly timeout: number;
  readonly "dry-run": boolean;
}

export default class RemediationApprove extends BaseCommand {
  static override summary = "Approve pending actions.";
  static override description =
    "Shows each action and the verdict of the policy, and asks before approving it. If a guardrail blocks " +
    "an action, the exit code is 6; --reason overrides the guardrail, which is recorded permanently. " +
    "Give ids, or - with --yes to read them from stdin.";
  static override usage = "remediation approve ID…";
  static override examples = [
    "tocsin remediation approve 3f2a9c1e",
    "tocsin remediation approve 3f2a9c1e --yes --wait",
    'tocsin remediation approve 3f2a9c1e --reason "the freeze is known, checkout is down"',
    "tocsin remediation pending --environment staging -o name | tocsin remediation approve - --yes",
  ];
  static override strict = false;
  static override flags = {
    reason: Flags.string({ description: "Reason; overrides guardrails that block the action.", helpValue: "<text>" }),
    yes: Flags.boolean({ char: "y", description: "Approve without asking." }),
    ...changeFlags,
    ...waitUntilDoneFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(RemediationApprove);
    const words = argv.map(String);
    if (words.length === 0) throw usageError("Give at least one id", "remediation approve 3f2a9c1e");
    if (words.includes("-") && !flags.yes && !flags["dry-run"])
      throw usageError("Ids from stdin need --yes, because the command can't ask.");
    const client = await this.client(flags);
    return this.forEachId(words, async (given) =>
      this.decide(client, await remediationActionItem.find(client, given), flags),
    );
  }

  private async decide(client: Tocsin, action: RemediationAction, decision: Decision): Promise<RemediationAction> {
    const short = action.id.slice(0, 8);
    if (!decision.yes && !decision["dry-run"] && action.status === "PENDING_APPROVAL") await this.confirm(action);
    const status = await approved(client, action, decision.reason);
    const now = statusText({ status, mode: action.mode });
    this.log(`${short} ${status === action.status ? `is already ${now}.` : `${statusText(action)} → ${now}`}`);
    if (status === "REJECTED" || status === "FAILED") process.exitCode = exitCodes.failure;
    if (!decision.wait) return client.remediation.get(action.id);
    const done = await awaitAction(client, action.id, decision.timeout, (each) => {
      if (!this.jsonEnabled()) this.note(`${short} is ${statusText(each)}.`);
    });
    this.log(`${actionName(done)}: ${statusText(done)}.`);
    return done;
  }

  private async confirm(action: RemediationAction): Promise<void> {
    if (!process.stdin.isTTY || this.jsonEnabled()) {
      throw new Failure("An approval needs a terminal to ask on.", exitCodes.usage, "To approve without asking: --yes");
    }
    const layout = { width: process.stderr.columns || 80, paint: createPaint(process.stderr), now: Date.now() };
    process.stderr.write(`${actionDetails(action, [], layout)}\n\n`);
    if (!(await askYesNo(`Approve ${actionName(action)}?`))) throw new Failure("The action was not approved.");
  }
}

/** Approves an action and returns its status. Throws if a guardrail blocks it. */
async function approved(
  client: Tocsin,
  { id }: RemediationAction,
  reason: string | undefined,
): Promise<RemediationAction["status"]> {
  const result = await client.remediation.approve(id, reason === undefined ? undefined : { reason });
  if (result.status !== "POLICY_VIOLATION") return result.status;
  throw new Failure(
    cleanLine(result.detail),
    exitCodes.blocked,
    ...result.violations.map((violation) => `  ${cleanLine(violation)}`),
    `To see it: ${programs.cli} remediation show ${id.slice(0, 8)}`,
  );
}
