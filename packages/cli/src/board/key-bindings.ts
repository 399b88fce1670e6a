/** The name of a command, for key bindings and the command line. */
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
  /** Names of keys, as `keyNames` returns them. */
  readonly keys: readonly string[];
  readonly command: CommandName;
  readonly description: string;
  readonly group: "Move" | "Read" | "Change" | "Board";
  /** Short description for the footer. */
  readonly hint?: string;
}

/** All key bindings; the help and docs/board.md are generated from them. */
export const keyBindings: readonly KeyBinding[] = [
  { keys: ["j", "down"], command: "down", description: "down one row or line", group: "Move" },
  { keys: ["k", "up"], command: "up", description: "up one row or line", group: "Move" },
  { keys: ["g", "home"], command: "first", description: "to the top", group: "Move" },
  { keys: ["G", "end"], command: "last", description: "to the end", group: "Move" },
  { keys: ["pagedown", "ctrl-d"], command: "page-down", description: "a page down", group: "Move" },
  { keys: ["pageup", "ctrl-u"], command: "page-up", description: "a page up", group: "Move" },
  {
    keys: ["tab"],
    command: "next-section",
    description: "next section; 1 to 5 select one",
    group: "Move",
    hint: "section",
  },
  { keys: ["shift-tab"], command: "previous-section", description: "previous section", group: "Move" },
  { keys: ["enter", "l", "right"], command: "open", description: "open the incident", group: "Move", hint: "open" },
  { keys: ["escape", "h", "left"], command: "back", description: "dismiss a message, or go back", group: "Move" },
  { keys: ["-"], command: "last-view", description: "switch between the last two views", group: "Move" },
  { keys: ["["], command: "view-before", description: "previous view in the history", group: "Move" },
  { keys: ["]"], command: "view-after", description: "next view in the history", group: "Move" },
  { keys: ["o"], command: "overview", description: "overview", group: "Read" },
  { keys: ["t"], command: "timeline", description: "timeline", group: "Read" },
  { keys: ["e"], command: "evidence", description: "diagnosis and its evidence", group: "Read" },
  { keys: ["p"], command: "actions", description: "actions", group: "Read" },
  { keys: ["b"], command: "runbooks", description: "linked and recommended runbooks", group: "Read" },
  {
    keys: ["d"],
    command: "diagnose",
    description: "diagnose, and show the evidence",
    group: "Change",
    hint: "diagnose",
  },
  {
    keys: ["a"],
    command: "acknowledge",
    description: "acknowledge: move to INVESTIGATING, and assign to you if unassigned",
    group: "Change",
    hint: "ack",
  },
  { keys: ["r"], command: "resolve", description: "resolve, after a question", group: "Change", hint: "resolve" },
  { keys: ["c"], command: "comment", description: "comment", group: "Change" },
  { keys: ["A"], command: "assign", description: "assign to a member or to nobody", group: "Change" },
  { keys: ["f"], command: "fix", description: "request a suggested fix, after a question", group: "Change" },
  { keys: ["y"], command: "approve", description: "approve the action, after a question", group: "Change" },
  { keys: ["n"], command: "reject", description: "reject the action, after a question", group: "Change" },
  { keys: ["U"], command: "useful", description: "mark as useful; measures the rule", group: "Change" },
  { keys: ["N"], command: "noise", description: "mark as noise; measures the rule", group: "Change" },
  { keys: ["u"], command: "undo", description: "undo the last status change", group: "Change" },
  {
    keys: [" "],
    command: "mark",
    description: "mark the row; d, a, r, c, A, U and N apply to all marked rows",
    group: "Board",
  },
  {
    keys: ["/"],
    command: "filter",
    description: "filter by words; !word excludes, -f is fuzzy",
    group: "Board",
    hint: "filter",
  },
  { keys: [":"], command: "command", description: "run a command by name; tab completes", group: "Board" },
  { keys: ["ctrl-r"], command: "reload", description: "reload and reconnect", group: "Board" },
  { keys: ["?"], command: "help", description: "help", group: "Board", hint: "help" },
  { keys: ["q"], command: "quit", description: "quit; Ctrl-C quits with exit code 130", group: "Board", hint: "quit" },
];

const byKey = new Map(keyBindings.flatMap((key) => key.keys.map((name) => [name, key] as const)));

export const commandForKey = (key: string): CommandName | undefined => byKey.get(key)?.command;

/** The label of a key. */
export const keyLabel = (name: string): string =>
  ({ " ": "space", down: "↓", up: "↑", left: "←", right: "→", escape: "esc", "shift-tab": "shift-tab" })[name] ??
  name.replace(/^ctrl-/, "ctrl-");

/** The labels of a binding, such as `j ↓`. */
export const keyLabels = ({ keys: names }: KeyBinding): string => names.map(keyLabel).join(" ");

export const keyGroups = ["Move", "Read", "Change", "Board"] as const;

interface ExtraCommand {
  readonly name: string;
  readonly description: string;
}

/** Commands without a key. Sections are commands too. */
export const extraCommands: readonly ExtraCommand[] = [
  { name: "q", description: "quit" },
  { name: "assign NAME", description: "assign to a team member by name or email; `nobody` unassigns" },
  { name: "comment TEXT", description: "comment" },
  { name: "status STATUS", description: "move to any status" },
  { name: "open ID", description: "open the incident by its first characters" },
  { name: "filter WORDS", description: "filter like /; without words the filter is cleared" },
  { name: "readonly", description: "make the board read-only until it ends" },
];
