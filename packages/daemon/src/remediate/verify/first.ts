import type { RemediationMode, Verification } from "../../model/remediation.ts";
import type { VerificationPolicy } from "../policy/policy.ts";

/** What a completed action begins with: whether it helped is looked at once its signal had the time to stay away. */
export const firstVerification = (
  { settleMs, quietMs }: VerificationPolicy,
  mode: RemediationMode,
  now: number,
): { readonly verification: Verification; readonly verifyAt: number } => ({
  verification: { status: "pending", checkedAt: null, reason: null },
  // Nothing changes by what was only simulated.
  verifyAt: mode === "simulate" ? now : now + settleMs + quietMs,
});
