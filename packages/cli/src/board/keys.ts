/** What a key does; the words of a command line do the same. */
export type Act =
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

export interface Key {
  /** Names of keys, as `keysOf` gives them. */
  readonly keys: readonly string[];
  readonly act: Act;
  readonly does: string;
  readonly group: "Move" | "Read" | "Change" | "Board";
  /** What stands for it at the foot of the screen. */
  readonly hint?: string;
}

/** The one table of keys: what they do, the help, and docs/board.md come from it. */
export const keys: readonly Key[] = [
  { keys: ["j", "down"], act: "down", does: "down a row, or a line of what is read", group: "Move" },
  { keys: ["k", "up"], act: "up", does: "up", group: "Move" },
  { keys: ["g", "home"], act: "first", does: "to the top", group: "Move" },
  { keys: ["G", "end"], act: "last", does: "to the end", group: "Move" },
  { keys: ["pagedown", "ctrl-d"], act: "page-down", does: "a page down", group: "Move" },
  { keys: ["pageup", "ctrl-u"], act: "page-up", does: "a page up", group: "Move" },
  { keys: ["tab"], act: "next-section", does: "next section; 1 to 5 go to one", group: "Move", hint: "section" },
  { keys: ["shift-tab"], act: "previous-section", does: "section before", group: "Move" },
  { keys: ["enter", "l", "right"], act: "open", does: "read the incident", group: "Move", hint: "open" },
  { keys: ["escape", "h", "left"], act: "back", does: "back; takes a message away first", group: "Move" },
  { keys: ["-"], act: "last-view", does: "to the view that was left last, and back again", group: "Move" },
  { keys: ["["], act: "view-before", does: "to the view before, step by step", group: "Move" },
  { keys: ["]"], act: "view-after", does: "to the view after it", group: "Move" },
  { keys: ["o"], act: "overview", does: "what it is, its diagnosis, what happened", group: "Read" },
  { keys: ["t"], act: "timeline", does: "timeline", group: "Read" },
  { keys: ["e"], act: "evidence", does: "diagnosis and its evidence", group: "Read" },
  { keys: ["p"], act: "actions", does: "its actions: what waits for approval, what was done", group: "Read" },
  { keys: ["b"], act: "runbooks", does: "runbooks that fit", group: "Read" },
  { keys: ["d"], act: "diagnose", does: "diagnose, and show what comes of it", group: "Change", hint: "diagnose" },
  {
    keys: ["a"],
    act: "acknowledge",
    does: "acknowledge: INVESTIGATING, and yours where nobody has it",
    group: "Change",
    hint: "ack",
  },
  { keys: ["r"], act: "resolve", does: "resolve; asks first", group: "Change", hint: "resolve" },
  { keys: ["c"], act: "comment", does: "comment", group: "Change" },
  { keys: ["A"], act: "assign", does: "assign to somebody, or to nobody", group: "Change" },
  { keys: ["f"], act: "fix", does: "request a fix that the diagnosis suggests; asks first", group: "Change" },
  { keys: ["y"], act: "approve", does: "approve the action; asks first", group: "Change" },
  { keys: ["n"], act: "reject", does: "reject the action; asks first", group: "Change" },
  { keys: ["U"], act: "useful", does: "say that it was useful to know; its rule is measured by it", group: "Change" },
  { keys: ["N"], act: "noise", does: "say that it was noise", group: "Change" },
  { keys: ["u"], act: "undo", does: "take the last change of status back", group: "Change" },
  {
    keys: [" "],
    act: "mark",
    does: "mark the row: d, a, r, c, A, U and N then mean all that are marked",
    group: "Board",
  },
  {
    keys: ["/"],
    act: "filter",
    does: "filter: words, !words for those without, -f letters for fuzzy",
    group: "Board",
    hint: "filter",
  },
  { keys: [":"], act: "command", does: "a command by its name; tab completes", group: "Board" },
  { keys: ["ctrl-r"], act: "reload", does: "read everything again, and connect again", group: "Board" },
  { keys: ["?"], act: "help", does: "this help", group: "Board", hint: "help" },
  { keys: ["q"], act: "quit", does: "quit; Ctrl-C does too, with exit code 130", group: "Board", hint: "quit" },
];

const byKey = new Map(keys.flatMap((key) => key.keys.map((name) => [name, key] as const)));

export const actOf = (key: string): Act | undefined => byKey.get(key)?.act;

/** How people write a key. */
export const keyLabel = (name: string): string =>
  ({ " ": "space", down: "↓", up: "↑", left: "←", right: "→", escape: "esc", "shift-tab": "shift-tab" })[name] ??
  name.replace(/^ctrl-/, "ctrl-");

/** What a line of keys says: `j ↓`. */
export const keyLabels = ({ keys: names }: Key): string => names.map(keyLabel).join(" ");

export const groups = ["Move", "Read", "Change", "Board"] as const;

interface Command {
  readonly name: string;
  readonly does: string;
}

/** Commands beside the acts of keys and the sections, which are commands too. */
export const ownCommands: readonly Command[] = [
  { name: "q", does: "quit" },
  { name: "assign NAME", does: "assign to a member of the team, by name or email; `nobody` takes it away" },
  { name: "comment TEXT", does: "comment" },
  { name: "status STATUS", does: "move into any status" },
  { name: "open ID", does: "read the incident whose id begins like this" },
  { name: "filter WORDS", does: "as / does; without words it is taken away" },
  { name: "readonly", does: "allow no change any more, until the board ends" },
];
