import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { findReason, statusText } from "../format/action-status.ts";
import { actionName } from "../format/remediation-action.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { poll } from "./poll.ts";

const finished: readonly RemediationAction["status"][] = ["COMPLETED", "FAILED", "REJECTED"];

/** The command that waits. */
interface Reporter {
  log(text: string): void;
  progress(text: string): void;
}

/**
 * Waits until an action has a final status, and reports each status. Throws after the timeout, and if the action is not
 * completed.
 */
export async function awaitAction(
  reporter: Reporter,
  client: Tocsin,
  id: string,
  timeoutMs: number,
): Promise<RemediationAction> {
  let last: string | undefined;
  const action = await poll(async (signal) => {
    const now = await client.remediation.get(id, { signal });
    if (now.status !== last) reporter.progress(`${id.slice(0, 8)} is ${statusText(now)}.`);
    last = now.status;
    return finished.includes(now.status) ? now : undefined;
  }, timeoutMs);
  if (!action)
    throw new Failure(
      `The action ${id.slice(0, 8)} did not finish within ${timeoutMs / 1000} s and continues.`,
      exitCodes.timedOut,
      `To see it later: ${programs.cli} remediation show ${id.slice(0, 8)}`,
    );
  if (action.status === "COMPLETED") {
    reporter.log(`${actionName(action)}: ${statusText(action)}.`);
    return action;
  }
  throw new Failure(
    `${actionName(action)} is ${statusText(action)}: ${cleanLine(action.error ?? findReason(action.details) ?? "no reason was given")}`,
    isBlocked(action) ? exitCodes.blocked : exitCodes.failure,
    `To see it: ${programs.cli} remediation show ${id.slice(0, 8)}`,
  );
}

/** Whether the policy blocked the execution. */
function isBlocked({ details }: RemediationAction): boolean {
  const { execution } = details as { execution?: { violations?: unknown } | null };
  return Array.isArray(execution?.violations) && execution.violations.length > 0;
}
