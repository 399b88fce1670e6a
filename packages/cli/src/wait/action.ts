import { setTimeout as wait } from "node:timers/promises";
import { Flags } from "@oclif/core";
import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { duration } from "../flags.ts";
import { actionName } from "../format/action.ts";
import { reasonIn } from "../format/audit-reason.ts";
import { cleanLine } from "../format/clean.ts";
import { parseDuration } from "../format/time.ts";
import { names } from "../names.ts";
import { createDeadline } from "./deadline.ts";

/** Of commands that may see an action through. */
export const waitFlags = {
  wait: Flags.boolean({ description: "Wait until it is done, and fail where it fails." }),
  timeout: duration({
    description: "How long to wait, with --wait.",
    default: parseDuration("15m"),
    defaultHelp: async () => "15m",
  }),
};

const finished: readonly RemediationAction["status"][] = ["COMPLETED", "FAILED", "REJECTED"];
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;

/** How long to wait, of a command that does nothing else. */
export const timeoutFlags = {
  timeout: duration({
    description: "How long to wait.",
    default: parseDuration("15m"),
    defaultHelp: async () => "15m",
  }),
};

/**
 * The action, once nothing changes its status any more; `tell` hears of each status on the way. Throws where the time
 * is up, and where it was not completed.
 */
export async function awaitAction(
  client: Tocsin,
  id: string,
  timeoutMs: number,
  tell: (status: string) => void,
): Promise<RemediationAction> {
  const deadline = createDeadline(timeoutMs);
  try {
    const action = await poll(client, id, deadline.signal, tell);
    if (action.status === "COMPLETED") return action;
    throw new Failure(
      `${actionName(action)} is ${cleanLine(action.status)}: ${cleanLine(action.error ?? reasonIn(action.details) ?? "no reason was given")}`,
      isBlocked(action) ? exitCodes.blocked : exitCodes.failure,
      `See it: ${names.cli} remediation show ${id.slice(0, 8)}`,
    );
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    throw new Failure(
      `The action ${id.slice(0, 8)} was not done within ${timeoutMs / 1000} s; it goes on.`,
      exitCodes.timedOut,
      `See it later: ${names.cli} remediation show ${id.slice(0, 8)}`,
    );
  } finally {
    deadline.cancel();
  }
}

/** Whether policy kept it back when its turn came. */
function isBlocked({ details }: RemediationAction): boolean {
  const { execution } = details as { execution?: { violations?: unknown } | null };
  return Array.isArray(execution?.violations) && execution.violations.length > 0;
}

async function poll(
  client: Tocsin,
  id: string,
  signal: AbortSignal,
  tell: (status: string) => void,
): Promise<RemediationAction> {
  let last: string | undefined;
  for (let pause = PAUSE_MS_MIN; ; pause = Math.min(pause * 1.5, PAUSE_MS_MAX)) {
    const action = await client.remediation.get(id, { signal });
    if (action.status !== last) tell(action.status);
    if (finished.includes(action.status)) return action;
    last = action.status;
    await wait(pause, undefined, { signal });
  }
}
