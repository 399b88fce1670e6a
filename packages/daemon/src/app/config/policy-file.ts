import { readFileSync } from "node:fs";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { FileProblem } from "../../kernel/file-text.ts";
import { builtInPolicy } from "../../remediate/policy/built-in.ts";
import type { CurrentPolicy, Policy } from "../../remediate/policy/policy.ts";
import { ConfigError } from "./config-error.ts";

/** The text of a policy file. Throws ConfigError where it can't be read: a name that isn't UTF-8 would match nothing. */
export function readPolicyText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ConfigError(`The policy file ${path} can't be read: ${coerceError(error).message}`);
  }
}

/** `policy.yaml:3:14: rules[0] (a): …`, as compilers write it, so that editors find the place. */
export const problemLine = (path: string, { line, column, message }: FileProblem): string =>
  `${path}:${line}:${column}: ${message}`;

/**
 * The policy of a file's text. Throws ConfigError with all that is wrong with it, a line each. The parser is loaded with
 * the first file: most processes have none.
 */
export async function policyOf({ path, text }: PolicySource, now: number): Promise<Policy> {
  const { readPolicy } = await import("../../remediate/policy/policy-file.ts");
  const read = readPolicy(text, now);
  if ("policy" in read) return read.policy;
  const lines = read.problems.map((problem) => `\n  ${problemLine(path, problem)}`);
  throw new ConfigError(`The policy file doesn't hold a policy:${lines.join("")}`);
}

/** What the threads of a process are given of the policy: all decide by the text that one of them read. */
export interface PolicySource {
  readonly path: string;
  readonly text: string;
}

export interface PolicyHolder extends CurrentPolicy {
  /** Takes the text's policy from now on; each decision is made by one policy or the other. Throws ConfigError, and keeps the old one. */
  replace(source: PolicySource): Promise<void>;
}

/** The policy of a thread: the file's, or the built-in one where there is none. Throws ConfigError. */
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
