import { readPolicy } from "../../src/remediate/policy/policy-file.ts";
import { NOW } from "./policy-samples.ts";

export function problemsIn(text: string): string[] {
  const read = readPolicy(text, NOW);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}
