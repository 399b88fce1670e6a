import { text } from "node:stream/consumers";
import { type Explanation, explain } from "../failure/explain.ts";
import { usageError } from "../flags/common-flags.ts";
import { type DryRun, findDryRun } from "./dry-run.ts";

/** Whether arguments are ids, or names, which can contain spaces. */
export type IdKind = "id" | "name";

/** The ids from the arguments; `-` reads the first column of each line of stdin. */
export async function readIds(words: readonly string[], naming: IdKind = "id"): Promise<string[]> {
  if (!words.includes("-")) return [...words];
  if (process.stdin.isTTY) throw usageError("- reads ids from a pipe, for example from a list with -o name.");
  // The first word of a name could be another name.
  const end = naming === "id" ? /\s/ : /\t/;
  const piped = (await text(process.stdin)).split("\n").flatMap((line) => line.trim().split(end)[0]?.trim() || []);
  return [...new Set(words.flatMap((word) => (word === "-" ? piped : [word])))];
}

/** The outcome for one id. */
export type Outcome<Result> =
  | { readonly id: string; readonly result: Result }
  /** A dry run sent no request. */
  | { readonly id: string; readonly dryRun: DryRun }
  | { readonly id: string; readonly failure: Explanation; readonly error: unknown };

/** Runs an action for each id in turn, and continues after failures. */
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
