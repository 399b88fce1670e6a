import { text } from "node:stream/consumers";
import { type Explanation, explain } from "../failure/explain.ts";
import { usageError } from "../flags/common-flags.ts";
import { type DryRun, findDryRun } from "./dry-run.ts";

/** What is typed: ids alone, or names too, which may have spaces. */
export type IdKind = "id" | "name";

/** The ids that were typed; `-` stands for those on stdin: what each line begins with, as every list in a pipe has it. */
export async function readIds(words: readonly string[], naming: IdKind = "id"): Promise<string[]> {
  if (!words.includes("-")) return [...words];
  if (process.stdin.isTTY) throw usageError("- reads ids from a pipe, for example from a list with -o name.");
  // Half a name may be that of another thing.
  const end = naming === "id" ? /\s/ : /\t/;
  const piped = (await text(process.stdin)).split("\n").flatMap((line) => line.trim().split(end)[0]?.trim() || []);
  return [...new Set(words.flatMap((word) => (word === "-" ? piped : [word])))];
}

/** What one of several came to. */
export type Outcome<Result> =
  | { readonly id: string; readonly result: Result }
  /** It was not done, because it was only to be said. */
  | { readonly id: string; readonly dryRun: DryRun }
  | { readonly id: string; readonly failure: Explanation; readonly error: unknown };

/** Does something to each of some ids, one after the other. Every one is tried, whatever becomes of the others. */
export async function runForEach<Result>(
  ids: readonly string[],
  act: (id: string) => Promise<Result>,
): Promise<Outcome<Result>[]> {
  const outcomes: Outcome<Result>[] = [];
  for (const id of ids) {
    try {
      outcomes.push({ id, result: await act(id) });
    } catch (error) {
      const dryRun = findDryRun(error);
      outcomes.push(dryRun ? { id, dryRun } : { id, failure: explain(error), error });
    }
  }
  return outcomes;
}
