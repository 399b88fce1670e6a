/** What a key does; the words of a command line do the same. */
export type CommandName =
  | "down"
  | "up"
  | "first"
  | "last"
  | "page-down"
  | "page-up"
  | "next-section"
  | "previous-section"
  | "open"
  | "back"
  | "last-view"
  | "view-before"
  | "view-after"
  | "overview"
  | "timeline"
  | "evidence"
  | "actions"
  | "runbooks"
  | "mark"
  | "filter"
  | "command"
  | "help"
  | "reload"
  | "quit"
  | "diagnose"
  | "acknowledge"
  | "resolve"
  | "comment"
  | "assign"
  | "fix"
  | "approve"
  | "reject"
  | "undo"
  | "useful"
  | "noise";

export interface KeyBinding {
  /** Names of keys, as `keysOf` gives them. */
  readonly keys: readonly string[];
  readonly command: CommandName;
  readonly description: string;
  readonly group: "Move" | "Read" | "Change" | "Board";
  /** What stands for it at the foot of the screen. */
  readonly hint?: string;
}

/** The one table of keys: what they do, the help, and docs/board.md come from it. */
export const keyBindings: readonly KeyBinding[] = [
  { keys: ["j", "down"], command: "down", description: "down a row, or a line of what is read", group: "Move" },
  { keys: ["k", "up"], command: "up", description: "up", group: "Move" },
  { keys: ["g", "home"], command: "first", description: "to the top", group: "Move" },
  { keys: ["G", "end"], command: "last", description: "to the end", group: "Move" },
  { keys: ["pagedown", "ctrl-d"], command: "page-down", description: "a page down", group: "Move" },
  { keys: ["pageup", "ctrl-u"], command: "page-up", description: "a page up", group: "Move" },
  {
    keys: ["tab"],
    command: "next-section",
    description: "next section; 1 to 5 go to one",
    group: "Move",
    hint: "section",
  },
  { keys: ["shift-tab"], command: "previous-section", description: "section before", group: "Move" },
  {
    keys: ["enter", "l", "right"],
    command: "open",
    description: "read the incident",
    group: "Move",
    hint: "open",
  },
  {
    keys: ["escape", "h", "left"],
    command: "back",
    description: "back; takes a message away first",
    group: "Move",
  },
  {
    keys: ["-"],
    command: "last-view",
    description: "to the view that was left last, and back again",
    group: "Move",
  },
  { keys: ["["], command: "view-before", description: "to the view before, step by step", group: "Move" },
  { keys: ["]"], command: "view-after", description: "to the view after it", group: "Move" },
  { keys: ["o"], command: "overview", description: "what it is, its diagnosis, what happened", group: "Read" },
  { keys: ["t"], command: "timeline", description: "timeline", group: "Read" },
  { keys: ["e"], command: "evidence", description: "diagnosis and its evidence", group: "Read" },
  {
    keys: ["p"],
    command: "actions",
    description: "its actions: what waits for approval, what was done",
    group: "Read",
  },
  { keys: ["b"], command: "runbooks", description: "runbooks that fit", group: "Read" },
  {
    keys: ["d"],
    command: "diagnose",
    description: "diagnose, and show what comes of it",
    group: "Change",
    hint: "diagnose",
  },
  {
    keys: ["a"],
    command: "acknowledge",
    description: "acknowledge: INVESTIGATING, and yours where nobody has it",
    group: "Change",
    hint: "ack",
  },
  { keys: ["r"], command: "resolve", description: "resolve; asks first", group: "Change", hint: "resolve" },
  { keys: ["c"], command: "comment", description: "comment", group: "Change" },
  { keys: ["A"], command: "assign", description: "assign to somebody, or to nobody", group: "Change" },
  {
    keys: ["f"],
    command: "fix",
    description: "request a fix that the diagnosis suggests; asks first",
    group: "Change",
  },
  { keys: ["y"], command: "approve", description: "approve the action; asks first", group: "Change" },
  { keys: ["n"], command: "reject", description: "reject the action; asks first", group: "Change" },
  {
    keys: ["U"],
    command: "useful",
    description: "say that it was useful to know; its rule is measured by it",
    group: "Change",
  },
  { keys: ["N"], command: "noise", description: "say that it was noise", group: "Change" },
  { keys: ["u"], command: "undo", description: "take the last change of status back", group: "Change" },
  {
    keys: [" "],
    command: "mark",
    description: "mark the row: d, a, r, c, A, U and N then mean all that are marked",
    group: "Board",
  },
  {
    keys: ["/"],
    command: "filter",
    description: "filter: words, !words for those without, -f letters for fuzzy",
    group: "Board",
    hint: "filter",
  },
  { keys: [":"], command: "command", description: "a command by its name; tab completes", group: "Board" },
  {
    keys: ["ctrl-r"],
    command: "reload",
    description: "read everything again, and connect again",
    group: "Board",
  },
  { keys: ["?"], command: "help", description: "this help", group: "Board", hint: "help" },
  {
    keys: ["q"],
    command: "quit",
    description: "quit; Ctrl-C does too, with exit code 130",
    group: "Board",
    hint: "quit",
  },
];

const byKey = new Map(keyBindings.flatMap((key) => key.keys.map((name) => [name, key] as const)));

export const commandForKey = (key: string): CommandName | undefined => byKey.get(key)?.command;

/** How people write a key. */
export const keyLabel = (name: string): string =>
  ({ " ": "space", down: "↓", up: "↑", left: "←", right: "→", escape: "esc", "shift-tab": "shift-tab" })[name] ??
  name.replace(/^ctrl-/, "ctrl-");

/** What a line of keys says: `j ↓`. */
export const keyLabels = ({ keys: names }: KeyBinding): string => names.map(keyLabel).join(" ");

export const keyGroups = ["Move", "Read", "Change", "Board"] as const;

interface ExtraCommand {
  readonly name: string;
  readonly description: string;
}

/** Commands beside the acts of keys and the sections, which are commands too. */
export const extraCommands: readonly ExtraCommand[] = [
  { name: "q", description: "quit" },
  { name: "assign NAME", description: "assign to a member of the team, by name or email; `nobody` takes it away" },
  { name: "comment TEXT", description: "comment" },
  { name: "status STATUS", description: "move into any status" },
  { name: "open ID", description: "read the incident whose id begins like this" },
  { name: "filter WORDS", description: "as / does; without words it is taken away" },
  { name: "readonly", description: "allow no change any more, until the board ends" },
];
