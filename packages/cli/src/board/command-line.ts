import type { TeamMember } from "@tocsin/sdk";
import { closestMatch } from "../text/closest-match.ts";
import { type CommandName, extraCommands, keyBindings } from "./key-bindings.ts";
import { sections } from "./sections.ts";

const commands = new Set<string>(keyBindings.map(({ command }) => command));
const aliases: Readonly<Record<string, string>> = {
  q: "quit",
  exit: "quit",
  h: "help",
  ack: "acknowledge",
  pending: "approvals",
  unack: "unacknowledged",
  evidence: "evidence",
  request: "fix",
};

const keyOnlyCommands: readonly CommandName[] = [
  "command",
  "filter",
  "down",
  "up",
  "page-down",
  "page-up",
  "first",
  "last",
  "last-view",
  "view-before",
  "view-after",
];

/** Names that start a command line. */
export const commandNames: readonly string[] = [
  ...new Set([
    ...sections,
    ...keyBindings.map(({ command }) => command).filter((command) => !keyOnlyCommands.includes(command)),
    ...extraCommands.map(({ name }) => name.split(" ")[0] ?? name),
    "ack",
  ]),
].sort();

/** Splits a command line into the full name of its command and the argument. */
export function parseCommandLine(line: string): { readonly name: string; readonly rest: string } {
  const [word = "", ...rest] = line.trim().split(/\s+/);
  return { name: aliases[word] ?? word, rest: rest.join(" ") };
}

export const isBoardCommand = (name: string): name is CommandName => commands.has(name);

/** Completes the last word of a command line to the common prefix of its candidates. */
export function completeCommandLine(line: string, team: readonly TeamMember[]): string {
  const [, command, given] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
  if (command === "assign" && given !== undefined) {
    const names = ["nobody", ...team.map(({ name }) => name)];
    const found = names.filter((name) => name.toLowerCase().startsWith(given.toLowerCase()));
    return found.length > 0 ? `assign ${commonPrefix(found)}` : line;
  }
  if (command !== undefined) return line;
  const found = commandNames.filter((name) => name.startsWith(line.trim()));
  const [only] = found;
  return found.length === 1 && only !== undefined ? `${only} ` : found.length > 0 ? commonPrefix(found) : line;
}

/** The longest common prefix, in any case. */
function commonPrefix(words: readonly string[]): string {
  const [first = ""] = words;
  let length = first.length;
  for (const word of words)
    while (length > 0 && word.slice(0, length).toLowerCase() !== first.slice(0, length).toLowerCase()) length -= 1;
  return first.slice(0, length);
}

export function unknownCommandMessage(name: string): string {
  const guess = closestMatch(name, commandNames);
  return `Unknown command ${JSON.stringify(name)}.${guess ? ` Did you mean :${guess}?` : " :help lists them."}`;
}
