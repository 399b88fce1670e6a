import { Flags } from "@oclif/core";
import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import type { BaseCommand } from "../../command/base-command.ts";
import { defineBulk } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { remediationActionItem } from "../../find/items.ts";
import { usageError, waitUntilDoneFlags } from "../../flags/common-flags.ts";
import { statusText } from "../../format/action-status.ts";
import { actionDetails, actionName } from "../../format/remediation-action.ts";
import { askYesNo } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { createPaint } from "../../text/paint.ts";
import { programs } from "../../text/program-names.ts";
import { awaitAction } from "../../wait/await-action.ts";

export default defineBulk({
  summary: "Approve pending actions.",
  description:
    "Shows each action and the verdict of the policy, and asks before approving it. If a guardrail blocks an action, the exit code is 6; --reason overrides the guardrail, which is recorded permanently. Give ids, or - with --yes to read them from stdin.",
  usage: "remediation approve ID…",
  examples: [
    "tocsin remediation approve 3f2a9c1e",
    "tocsin remediation approve 3f2a9c1e --yes --wait",
    'tocsin remediation approve 3f2a9c1e --reason "the freeze is known, checkout is down"',
    "tocsin remediation pending --environment staging -o name | tocsin remediation approve - --yes",
  ],
  flags: {
    reason: Flags.string({ description: "Reason; overrides guardrails that block the action.", helpValue: "<text>" }),
    yes: Flags.boolean({ char: "y", description: "Approve without asking." }),
    ...waitUntilDoneFlags,
  },
  missing: "Give at least one id",
  example: "remediation approve 3f2a9c1e",
  check({ argv, flags }) {
    if (argv.includes("-") && !flags.yes && !flags["dry-run"])
      throw usageError("Ids from stdin need --yes, because the command can't ask.");
  },
  find: remediationActionItem.find,
  async each({ client, item: action, flags }) {
    if (!flags.yes && !flags["dry-run"] && action.status === "PENDING_APPROVAL") await confirm(this, action);
    const status = await approved(client, action, flags.reason);
    const now = statusText({ status, mode: action.mode });
    const outcome = status === action.status ? `is already ${now}.` : `${statusText(action)} → ${now}`;
    this.log(`${action.id.slice(0, 8)} ${outcome}`);
    if (status === "REJECTED" || status === "FAILED") process.exitCode = exitCodes.failure;
    return flags.wait ? awaitAction(this, client, action.id, flags.timeout) : client.remediation.get(action.id);
  },
});

async function confirm(command: BaseCommand, action: RemediationAction): Promise<void> {
  if (!process.stdin.isTTY || command.jsonEnabled()) {
    throw new Failure("An approval needs a terminal to ask on.", exitCodes.usage, "To approve without asking: --yes");
  }
  const layout = { width: process.stderr.columns || 80, paint: createPaint(process.stderr), now: Date.now() };
  process.stderr.write(`${actionDetails(action, [], layout)}\n\n`);
  if (!(await askYesNo(`Approve ${actionName(action)}?`))) throw new Failure("The action was not approved.");
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
