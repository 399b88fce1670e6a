/** What completion knows of a command; oclif's manifest has it. */
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
  /** Such as `<LOW|HIGH>`: the words are taken from it. */
  readonly helpValue?: string | readonly string[] | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
}

/** One thing that may be typed next. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Names that only the server or the configuration knows. */
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

/** What may come next: known at once, or to be asked for. */
export interface Completions {
  readonly candidates: readonly Candidate[];
  /** Names that fit besides. */
  readonly names: NameSource | undefined;
}

const flagSources: Readonly<Record<string, NameSource>> = {
  profile: "profile",
  service: "service",
  assignee: "team",
  channel: "channel",
  incident: "incident",
};
/** What an `ID` or a `RULE` is one of, by its topic. */
const topicSources: readonly NameSource[] = ["incident", "remediation", "runbook", "team", "service", "channel"];
const ruleSources: readonly NameSource[] = ["detection", "correlation"];

/** What may be typed in place of the last of these words, which is empty after a space. The program's name isn't among them. */
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

/** The command that the words begin with; the longest where several fit. */
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

/** The next words of all commands that begin with what was typed. */
function nextWords(names: readonly string[], commands: readonly CommandManifest[]): Candidate[] {
  const found = new Map<string, string>();
  for (const { id, aliases, hidden, summary = "" } of commands) {
    if (hidden) continue;
    for (const parts of [id, ...aliases].map((each) => each.split(":"))) {
      const next = parts[names.length];
      if (next === undefined || !names.every((name, index) => name === parts[index])) continue;
      // A topic has many commands: its summary is that of none.
      const isWhole = parts.length === names.length + 1;
      if (isWhole || !found.has(next)) found.set(next, isWhole ? summary : `${next} …`);
    }
  }
  return [...found].map(([value, description]) => ({ value, description }));
}

/** The words that the next argument is one of; those that end a list, such as `useful|noise`, stand in the usage alone. */
function argumentWords({ id, args, usage }: CommandManifest, names: readonly string[]): Candidate[] {
  const taken = names.length - id.split(":").length;
  const next = Object.values(args)[taken];
  const last = taken > 0 ? /… \[?([a-z]+(?:\|[a-z]+)+)\]?$/.exec(String(usage ?? ""))?.[1]?.split("|") : undefined;
  return (next?.options ?? last ?? []).map((value) => ({ value, description: "" }));
}

/** What an argument names, by its word in the usage; an `ID` is of a thing of the topic. */
const wordSources: Readonly<Record<string, NameSource>> = {
  INCIDENT: "incident",
  RUNBOOK: "runbook",
  SERVICE: "service",
  CHANNEL: "channel",
  MEMBER: "team",
  PROFILE: "profile",
  SHADOW: "shadow",
};

/** What the next argument names. */
function argumentSource(
  { id, args, usage, strict }: CommandManifest,
  names: readonly string[],
): NameSource | undefined {
  const taken = names.length - id.split(":").length;
  // Commands that take several of something say so in their usage alone.
  const own = Object.keys(args).map((name) => name.toUpperCase());
  const words = own.length > 0 ? own : [...String(usage ?? "").matchAll(/ ([A-Z]+)(…)?/g)].map(([, word = ""]) => word);
  const word = words[taken] ?? (strict === false && own.length === 0 ? words.at(-1) : undefined);
  if (word === "ID") return id === "detection:shadow" ? "shadow" : sourceOf(topicSources, id);
  if (word === "RULE") return sourceOf(ruleSources, id);
  return word === undefined ? undefined : wordSources[word];
}
