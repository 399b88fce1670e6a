import type { RemediationMode, Verification } from "../../model/remediation.ts";
import type { VerificationPolicy } from "../policy/policy.ts";

/** Why nobody can say whether a simulated action helped. */
export const SIMULATED = "Nothing was changed: the action was simulated.";

/**
 * What a completed action begins with: whether it helped is looked at once its signal had the time to stay away. Of a
 * simulated one it is said at once, so that a completed action doesn't change once more for that.
 */
export const firstVerification = (
  { settleMs, quietMs }: VerificationPolicy,
  mode: RemediationMode,
  now: number,
): { readonly verification: Verification; readonly verifyAt: number | null } =>
  mode === "simulate"
    ? { verification: { status: "inconclusive", checkedAt: now, reason: SIMULATED }, verifyAt: null }
    : { verification: { status: "pending", checkedAt: null, reason: null }, verifyAt: now + settleMs + quietMs };
