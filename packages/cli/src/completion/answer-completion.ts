import type { Config } from "@oclif/core";
import { type CommandManifest, completeWords } from "./candidates.ts";
import { readKnownNames } from "./known-names.ts";

/** Directive for the shell: no completion of files. */
const NO_FILE_COMPLETION = 4;

/** Answers the completion script of a shell: lines of candidate, tab and description, then a directive. */
export async function answerCompletion(words: readonly string[], config: Config): Promise<string> {
  const last = words.at(-1) ?? "";
  const { candidates, names } = completeWords(words, config.commands as readonly CommandManifest[]);
  const profileAt = words.indexOf("--profile");
  const profile = profileAt === -1 ? undefined : words[profileAt + 1];
  const prefix = last.startsWith("-") && last.includes("=") ? last.slice(0, last.indexOf("=") + 1) : "";
  const known = names === undefined ? [] : await readKnownNames(names, profile);
  const all = [...candidates, ...known.map((each) => ({ ...each, value: prefix + each.value }))];
  const fitting = all.filter(({ value }) => value.startsWith(last));
  const isOpen = fitting.length === 0 && candidates.length === 0 && names === undefined;
  return `${fitting.map(({ value, description }) => `${value}\t${description.split("\n")[0]}`).join("\n")}\n:${isOpen ? 0 : NO_FILE_COMPLETION}\n`;
}
