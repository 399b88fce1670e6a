import { toSingleLine } from "../../kernel/single-line.ts";
import type { Judgement } from "./judge-effect.ts";

/** How the completed actions on a target fared. */
export interface Breaker {
  /** Ineffective ones in a row; what isn't known changes nothing. */
  readonly ineffective: number;
  /** Since when its automatic actions wait for a person. Milliseconds since 1970 UTC. */
  readonly suspendedAt: number | null;
  /** Why, a sentence. */
  readonly reason: string | null;
}

export const CLOSED_BREAKER: Breaker = { ineffective: 0, suspendedAt: null, reason: null };

/** What a judgement makes of it; `turned` where automatic actions are suspended or come back with it. */
export function breakerAfter(
  before: Breaker,
  { status }: Judgement,
  { serviceName, environment }: { readonly serviceName: string; readonly environment: string },
  ineffectiveInARow: number,
  now: number,
): { readonly breaker: Breaker; readonly turned: "suspended" | "resumed" | undefined } {
  if (status === "inconclusive") return { breaker: before, turned: undefined };
  if (status === "verified") {
    return { breaker: CLOSED_BREAKER, turned: before.suspendedAt === null ? undefined : "resumed" };
  }
  const ineffective = before.ineffective + 1;
  if (before.suspendedAt !== null || ineffective < ineffectiveInARow) {
    return { breaker: { ...before, ineffective }, turned: undefined };
  }
  const last = ineffective === 1 ? "The last action" : `The last ${ineffective} actions`;
  const reason = `${last} on ${toSingleLine(serviceName)} in ${toSingleLine(environment)} didn't help: until one does, a person approves each.`;
  return { breaker: { ineffective, suspendedAt: now, reason }, turned: "suspended" };
}
