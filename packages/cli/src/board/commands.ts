import type { TeamMember } from "@tocsin/sdk";
import { nearest } from "../text/nearest.ts";
import { type Act, keys, ownCommands } from "./keys.ts";
import { sections } from "./sections.ts";

const acts = new Set<string>(keys.map(({ act }) => act));
const shorter: Readonly<Record<string, string>> = {
  q: "quit",
  exit: "quit",
  h: "help",
  ack: "acknowledge",
  pending: "approvals",
  unack: "unacknowledged",
  evidence: "evidence",
  request: "fix",
};

/** Acts that only a key makes sense for. */
const movements: readonly Act[] = [
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

/** All words that a command line may begin with. */
export const commandNames: readonly string[] = [
  ...new Set([
    ...sections,
    ...keys.map(({ act }) => act).filter((act) => !movements.includes(act)),
    ...ownCommands.map(({ name }) => name.split(" ")[0] ?? name),
    "ack",
  ]),
].sort();

/** The first word of a line, by its long name, and what stands behind it. */
export function readCommand(line: string): { readonly name: string; readonly rest: string } {
  const [word = "", ...rest] = line.trim().split(/\s+/);
  return { name: shorter[word] ?? word, rest: rest.join(" ") };
}

export const isAct = (name: string): name is Act => acts.has(name);

/** The line with its last word completed as far as it is clear. */
export function complete(line: string, team: readonly TeamMember[]): string {
  const [, command, given] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
  if (command === "assign" && given !== undefined) {
    const names = ["nobody", ...team.map(({ name }) => name)];
    const found = names.filter((name) => name.toLowerCase().startsWith(given.toLowerCase()));
    return found.length > 0 ? `assign ${shared(found)}` : line;
  }
  if (command !== undefined) return line;
  const found = commandNames.filter((name) => name.startsWith(line.trim()));
  const [only] = found;
  return found.length === 1 && only !== undefined ? `${only} ` : found.length > 0 ? shared(found) : line;
}

/** What all of the words begin with. */
function shared(words: readonly string[]): string {
  const [first = ""] = words;
  let length = first.length;
  for (const word of words)
    while (length > 0 && word.slice(0, length).toLowerCase() !== first.slice(0, length).toLowerCase()) length -= 1;
  return first.slice(0, length);
}

export function unknownCommand(name: string): string {
  const guess = nearest(name, commandNames);
  return `There is no command ${JSON.stringify(name)}.${guess ? ` Did you mean :${guess}?` : " :help lists them."}`;
}
