import { Flags } from "@oclif/core";
import { Failure } from "../failure/failure.ts";
import { usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { ask } from "./prompt.ts";

/** Of commands that ask before they change something. */
export const confirmFlags = { yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation." }) };

/** Asks a person whether to do it. @throws where the answer is no, or nobody can be asked and --yes is missing. */
export async function confirm(
  question: string,
  { yes, "dry-run": dryRun = false }: { readonly yes: boolean; readonly "dry-run"?: boolean },
): Promise<void> {
  if (yes || dryRun) return;
  if (!process.stdin.isTTY) throw usageError(`${question} Without a terminal, use --yes.`);
  if (!(await askYesNo(question))) throw new Failure("Cancelled. Nothing was changed.");
}

/** Asks a person on the terminal; whoever only presses Enter doesn't agree. */
export const askYesNo = async (question: string): Promise<boolean> =>
  /^y(?:es)?$/i.test(await ask(`${cleanLine(question)} y or n`, "n"));
