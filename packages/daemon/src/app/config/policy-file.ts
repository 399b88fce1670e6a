import { readFileSync } from "node:fs";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { FileProblem } from "../../kernel/file-text.ts";
import { builtInPolicy } from "../../remediate/policy/built-in-policy.ts";
import type { CurrentPolicy, Policy } from "../../remediate/policy/policy.ts";
import { ConfigError } from "./config-error.ts";

/** The text of a policy file. Throws ConfigError where it is unreadable or not UTF-8. */
export function readPolicyText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ConfigError(`The policy file ${path} can't be read: ${coerceError(error).message}`);
  }
}

/** `policy.yaml:3:14: rules[0] (a): …`, the form of compilers, which editors link to the line. */
export const problemLine = (path: string, { line, column, message }: FileProblem): string =>
  `${path}:${line}:${column}: ${message}`;

/**
 * Parses a policy. Throws ConfigError with a line for each problem. The first file loads the parser, since most processes
 * have none.
 */
export async function policyOf({ path, text }: PolicySource, now: number): Promise<Policy> {
  const { readPolicy } = await import("../../remediate/policy/policy-file.ts");
  const read = readPolicy(text, now);
  if ("policy" in read) return read.policy;
  const lines = read.problems.map((problem) => `\n  ${problemLine(path, problem)}`);
  throw new ConfigError(`The policy file doesn't hold a policy:${lines.join("")}`);
}

/** The main thread reads the file once, so that all threads use the same policy. */
export interface PolicySource {
  readonly path: string;
  readonly text: string;
}

export interface PolicyHolder extends CurrentPolicy {
  /** Replaces the policy; each decision uses one policy only. Throws ConfigError and keeps the old policy. */
  replace(source: PolicySource): Promise<void>;
}

/** The policy of a thread: from the file, or the built-in one. Throws ConfigError. */
export async function openPolicyHolder(
  source: PolicySource | undefined,
  clock: Clock = systemClock,
): Promise<PolicyHolder> {
  let current = source ? await policyOf(source, clock.now()) : builtInPolicy(clock.now());
  return {
    current: () => current,
    async replace(next) {
      current = await policyOf(next, clock.now());
    },
  };
}
