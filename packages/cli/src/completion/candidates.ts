/** The part of oclif's manifest that completion reads. */
export interface CommandManifest {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly hidden: boolean;
  readonly summary?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly usage?: string | readonly string[] | undefined;
  readonly args: Readonly<Record<string, { readonly options?: readonly string[] | undefined }>>;
  readonly flags: Readonly<Record<string, FlagManifest>>;
}

export interface FlagManifest {
  readonly type: "boolean" | "option";
  readonly char?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly options?: readonly string[] | undefined;
  /** Such as `<LOW|HIGH>`, which lists the values. */
  readonly helpValue?: string | readonly string[] | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
}

/** A possible completion. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Kinds of names that the server or the configuration knows. */
export type NameSource =
  | "incident"
  | "remediation"
  | "runbook"
  | "team"
  | "service"
  | "channel"
  | "detection"
  | "correlation"
  | "shadow"
  | "profile";

/** Candidates, and the kind of names to read besides. */
export interface Completions {
  readonly candidates: readonly Candidate[];
  readonly names: NameSource | undefined;
}

const flagSources: Readonly<Record<string, NameSource>> = {
  profile: "profile",
  service: "service",
  assignee: "team",
  channel: "channel",
  incident: "incident",
};
/** Topics whose commands take an `ID` or `RULE` of their own kind. */
const topicSources: readonly NameSource[] = ["incident", "remediation", "runbook", "team", "service", "channel"];
const ruleSources: readonly NameSource[] = ["detection", "correlation"];

/** Completes the last word, which is empty after a space. The words exclude the name of the program. */
export function completeWords(words: readonly string[], commands: readonly CommandManifest[]): Completions {
  const typed = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  const names = typed.filter((word, index) => !word.startsWith("-") && !takesValue(typed[index - 1], commands));
  const command = findCommand(names, commands);
  const before = typed.at(-1);
  const open = command && before?.startsWith("-") ? flagOf(command, before) : undefined;
  if (command && open?.[1].type === "option") return valuesOf(command, open[0], open[1]);
  const [flagName, ...value] = last.split("=");
  const given = command && value.length > 0 && flagName ? flagOf(command, flagName) : undefined;
  if (command && given) {
    const { candidates, names: source } = valuesOf(command, given[0], given[1]);
    return { candidates: candidates.map((each) => ({ ...each, value: `${flagName}=${each.value}` })), names: source };
  }
  if (last.startsWith("-")) return { candidates: command ? flagsOf(command, typed) : [], names: undefined };
  return {
    candidates: [...nextWords(names, commands), ...(command ? argumentWords(command, names) : [])],
    names: command && argumentSource(command, names),
  };
}

/** The command with the longest match of the first words. */
function findCommand(names: readonly string[], commands: readonly CommandManifest[]): CommandManifest | undefined {
  for (let length = names.length; length > 0; length -= 1) {
    const id = names.slice(0, length).join(":");
    const found = commands.find((command) => command.id === id || command.aliases.includes(id));
    if (found) return found;
  }
  return undefined;
}

function takesValue(word: string | undefined, commands: readonly CommandManifest[]): boolean {
  if (!word?.startsWith("-") || word.includes("=")) return false;
  return commands.some((command) => flagOf(command, word)?.[1].type === "option");
}

const flagOf = ({ flags }: CommandManifest, word: string): [string, FlagManifest] | undefined =>
  Object.entries(flags).find(([name, { char }]) => word === `--${name}` || (char && word === `-${char}`));

function valuesOf({ id }: CommandManifest, name: string, { options, helpValue }: FlagManifest): Completions {
  const said = typeof helpValue === "string" ? /^<([\w-]+(?:\|[\w-]+)+)(?:,…)?>$/.exec(helpValue)?.[1]?.split("|") : [];
  const values = options ?? said ?? [];
  return {
    candidates: values.map((value) => ({ value, description: "" })),
    names: name === "rule" ? sourceOf(ruleSources, id) : flagSources[name],
  };
}

const sourceOf = (sources: readonly NameSource[], id: string): NameSource | undefined =>
  sources.find((source) => source === id.split(":")[0]);

const flagsOf = ({ flags }: CommandManifest, typed: readonly string[]): Candidate[] =>
  Object.entries(flags)
    .filter(([name, { hidden }]) => !hidden && !typed.includes(`--${name}`))
    .map(([name, { summary, description }]) => ({ value: `--${name}`, description: summary ?? description ?? "" }));

/** The next words of all matching commands. */
function nextWords(names: readonly string[], commands: readonly CommandManifest[]): Candidate[] {
  const found = new Map<string, string>();
  for (const { id, aliases, hidden, summary = "" } of commands) {
    if (hidden) continue;
    for (const parts of [id, ...aliases].map((each) => each.split(":"))) {
      const next = parts[names.length];
      if (next === undefined || !names.every((name, index) => name === parts[index])) continue;
      // The summary of one command doesn't describe its topic.
      const isWhole = parts.length === names.length + 1;
      if (isWhole || !found.has(next)) found.set(next, isWhole ? summary : `${next} …`);
    }
  }
  return [...found].map(([value, description]) => ({ value, description }));
}

/** The values of the next argument. Only the usage has values that end a list, such as `useful|noise`. */
function argumentWords({ id, args, usage }: CommandManifest, names: readonly string[]): Candidate[] {
  const taken = names.length - id.split(":").length;
  const next = Object.values(args)[taken];
  const last = taken > 0 ? /… \[?([a-z]+(?:\|[a-z]+)+)\]?$/.exec(String(usage ?? ""))?.[1]?.split("|") : undefined;
  return (next?.options ?? last ?? []).map((value) => ({ value, description: "" }));
}

/** The kind of name of an argument, by its word in the usage. */
const wordSources: Readonly<Record<string, NameSource>> = {
  INCIDENT: "incident",
  RUNBOOK: "runbook",
  SERVICE: "service",
  CHANNEL: "channel",
  MEMBER: "team",
  PROFILE: "profile",
  SHADOW: "shadow",
};

/** The kind of name of the next argument. */
function argumentSource(
  { id, args, usage, strict }: CommandManifest,
  names: readonly string[],
): NameSource | undefined {
  const taken = names.length - id.split(":").length;
  // Only the usage describes arguments that can be repeated.
  const own = Object.keys(args).map((name) => name.toUpperCase());
  const words = own.length > 0 ? own : [...String(usage ?? "").matchAll(/ ([A-Z]+)(…)?/g)].map(([, word = ""]) => word);
  const word = words[taken] ?? (strict === false && own.length === 0 ? words.at(-1) : undefined);
  if (word === "ID") return id === "detection:shadow" ? "shadow" : sourceOf(topicSources, id);
  if (word === "RULE") return sourceOf(ruleSources, id);
  return word === undefined ? undefined : wordSources[word];
}
