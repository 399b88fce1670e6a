interface Binding<Command extends string> {
  /** Names of keys, as `keyNames` returns them. */
  readonly keys: readonly string[];
  readonly command: Command;
  readonly description: string;
  /** Short description for the footer. */
  readonly hint?: string;
}

/** All key bindings by group; the help and docs/board.md are generated from them. */
const bindings = {
  Move: [
    { keys: ["j", "down"], command: "down", description: "down one row or line" },
    { keys: ["k", "up"], command: "up", description: "up one row or line" },
    { keys: ["g", "home"], command: "first", description: "to the top" },
    { keys: ["G", "end"], command: "last", description: "to the end" },
    { keys: ["pagedown", "ctrl-d"], command: "page-down", description: "a page down" },
    { keys: ["pageup", "ctrl-u"], command: "page-up", description: "a page up" },
    { keys: ["tab"], command: "next-section", description: "next section; 1 to 5 select one", hint: "section" },
    { keys: ["shift-tab"], command: "previous-section", description: "previous section" },
    { keys: ["enter", "l", "right"], command: "open", description: "open the incident", hint: "open" },
    { keys: ["escape", "h", "left"], command: "back", description: "dismiss a message, or go back" },
    { keys: ["-"], command: "last-view", description: "switch between the last two views" },
    { keys: ["["], command: "view-before", description: "previous view in the history" },
    { keys: ["]"], command: "view-after", description: "next view in the history" },
  ],
  Read: [
    { keys: ["o"], command: "overview", description: "overview" },
    { keys: ["t"], command: "timeline", description: "timeline" },
    { keys: ["e"], command: "evidence", description: "diagnosis and its evidence" },
    { keys: ["p"], command: "actions", description: "actions" },
    { keys: ["b"], command: "runbooks", description: "linked and recommended runbooks" },
  ],
  Change: [
    { keys: ["d"], command: "diagnose", description: "diagnose, and show the evidence", hint: "diagnose" },
    {
      keys: ["a"],
      command: "acknowledge",
      description: "acknowledge: move to INVESTIGATING, and assign to you if unassigned",
      hint: "ack",
    },
    { keys: ["r"], command: "resolve", description: "resolve, after a question", hint: "resolve" },
    { keys: ["c"], command: "comment", description: "comment" },
    { keys: ["A"], command: "assign", description: "assign to a member or to nobody" },
    { keys: ["f"], command: "fix", description: "request a suggested fix, after a question" },
    { keys: ["y"], command: "approve", description: "approve the action, after a question" },
    { keys: ["n"], command: "reject", description: "reject the action, after a question" },
    { keys: ["U"], command: "useful", description: "mark as useful; measures the rule" },
    { keys: ["N"], command: "noise", description: "mark as noise; measures the rule" },
    { keys: ["u"], command: "undo", description: "undo the last status change" },
  ],
  Board: [
    { keys: [" "], command: "mark", description: "mark the row; d, a, r, c, A, U and N apply to all marked rows" },
    { keys: ["/"], command: "filter", description: "filter by words; !word excludes, -f is fuzzy", hint: "filter" },
    { keys: [":"], command: "command", description: "run a command by name; tab completes" },
    { keys: ["ctrl-r"], command: "reload", description: "reload and reconnect" },
    { keys: ["?"], command: "help", description: "help", hint: "help" },
    { keys: ["q"], command: "quit", description: "quit; Ctrl-C quits with exit code 130", hint: "quit" },
  ],
} as const satisfies Readonly<Record<string, readonly Binding<string>[]>>;

type Group = keyof typeof bindings;

/** The name of a command, for key bindings and the command line. */
export type CommandName = (typeof bindings)[Group][number]["command"];

export interface KeyBinding extends Binding<CommandName> {
  readonly group: Group;
}

export const keyGroups = Object.keys(bindings) as Group[];
export const keyBindings: readonly KeyBinding[] = keyGroups.flatMap((group) =>
  bindings[group].map((binding) => ({ ...binding, group })),
);

const byKey = new Map(keyBindings.flatMap((key) => key.keys.map((name) => [name, key] as const)));

export const commandForKey = (key: string): CommandName | undefined => byKey.get(key)?.command;

/** Whether a command changes something on the server. */
export const isChange = (name: CommandName): boolean => bindings.Change.some(({ command }) => command === name);

export const keyLabel = (name: string): string =>
  ({ " ": "space", down: "↓", up: "↑", left: "←", right: "→", escape: "esc" })[name] ?? name;

/** The labels of a binding, such as `j ↓`. */
export const keyLabels = ({ keys: names }: KeyBinding): string => names.map(keyLabel).join(" ");

/** Commands without a key. Sections are commands too. */
export const extraCommands: readonly { readonly name: string; readonly description: string }[] = [
  { name: "q", description: "quit" },
  { name: "assign NAME", description: "assign to a team member by name or email; `nobody` unassigns" },
  { name: "comment TEXT", description: "comment" },
  { name: "status STATUS", description: "move to any status" },
  { name: "open ID", description: "open the incident by its first characters" },
  { name: "filter WORDS", description: "filter like /; without words the filter is cleared" },
  { name: "readonly", description: "make the board read-only until it ends" },
];
