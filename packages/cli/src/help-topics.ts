import { programs } from "./text/program-names.ts";

/** What `tocsin help TOPIC` says besides the commands, and `docs/commands.md` after it. */
export const helpTopics: Readonly<Record<string, { readonly summary: string; readonly text: string }>> = {
  "exit-codes": {
    summary: "What a command ends with.",
    text: `  0    it was done; what was true already counts as done
  1    it failed, or one of several did
  2    something was typed wrongly
  4    not logged in, or not allowed
  5    not found
  6    blocked by policy, or what was asked for can't be done to it
  7    overloaded, or asked too often: later it may work
  8    the time to wait was over
  130  interrupted by Ctrl-C`,
  },
  output: {
    summary: "Tables, pipes, JSON and CSV.",
    text: `stdout is data, stderr is everything else: progress, hints, errors.

  terminal      a table that fits it, with short ids
  pipe          the same columns with tabs between, whole ids and times, no heading
  -o wide       every column, nothing cut off
  -o csv        CSV with a heading; no cell is taken for a formula
  -o name       what other commands take, one a line: | ${programs.cli} incident ack -
  --json        what the interface answers; with an error, {"error": {"name", "code", "message", "status", "details", "violations", "requestId", "retryable"}}
  streams       one JSON object a line

Nothing that a server sends can move the cursor, colour, or turn text around: such characters are left out, and written as \\u… in JSON.`,
  },
  ids: {
    summary: "How things are named.",
    text: `An id may be cut to its first 6 characters or more, as long as one thing alone is meant; else those that could be are listed. People go by name or email address, runbooks by slug, channels, rules and services by name.

Commands that take several ids take - for those on stdin: the first word of each line, or where names are taken all before its first tab.

  ${programs.cli} incidents --service checkout --all -o name | ${programs.cli} incident resolve -`,
  },
  times: {
    summary: "How times and durations are said.",
    text: `A time is how long ago (90s, 30m, 2h, 1d, 1w, 1h30m), a date (2026-11-20, 2026-11-20T08:00:00Z), or words ('yesterday 9am', 'last friday', 'tomorrow 22:00'), in the zone of this machine unless it names one. A duration is 90s, 30m, 2h or 1d.`,
  },
  environment: {
    summary: "Variables that are read.",
    text: `  TOCSIN_URL            address of the core interface
  TOCSIN_INGEST_URL     address of the ingestion interface
  TOCSIN_TOKEN          token for the core interface
  TOCSIN_API_KEY        key for the ingestion interface
  TOCSIN_ORGANIZATION   organization that events are sent to
  TOCSIN_PROFILE        the stored login to use
  TOCSIN_NO_INPUT       never ask (as --no-input)
  TOCSIN_READONLY       the board changes nothing (as --readonly)
  TOCSIN_SCREEN_READER  views are lines that can be read aloud (as --screen-reader)
  NO_COLOR, TERM=dumb   no colours (as --no-color)
  FORCE_COLOR           colours in a pipe too
  VISUAL, EDITOR        where longer texts are written

What counts where several say something: ${programs.cli} config`,
  },
};
