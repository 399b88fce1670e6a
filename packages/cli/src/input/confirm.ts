import { Flags } from "@oclif/core";
import { Failure } from "../failure/failure.ts";
import { usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { ask } from "./prompt.ts";

/** Flags of commands that ask before a change. */
export const confirmFlags = { yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation." }) };

/** Asks for confirmation. @throws if the answer is no, or if there is no terminal and no --yes. */
export async function confirm(
  question: string,
  { yes, "dry-run": dryRun = false }: { readonly yes: boolean; readonly "dry-run"?: boolean },
): Promise<void> {
  if (yes || dryRun) return;
  if (!process.stdin.isTTY) throw usageError(`${question} Without a terminal, use --yes.`);
  if (!(await askYesNo(question))) throw new Failure("Cancelled. Nothing was changed.");
}

/** Asks on the terminal; the default is no. */
export const askYesNo = async (question: string): Promise<boolean> =>
  /^y(?:es)?$/i.test(await ask(`${cleanLine(question)} y or n`, "n"));
