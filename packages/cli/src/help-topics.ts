import { programs } from "./text/program-names.ts";

/** The topics of `tocsin help TOPIC`, which `docs/commands.md` has too. */
export const helpTopics: Readonly<Record<string, { readonly summary: string; readonly text: string }>> = {
  "exit-codes": {
    summary: "Exit codes of all commands.",
    text: `  0    done, or already in the wanted state
  1    failed, for at least one of the given items
  2    usage error
  4    not logged in, or no permission
  5    not found
  6    blocked by policy, or not possible in this state
  7    overloaded, or rate limit reached; try again later
  8    timeout
  130  interrupted by Ctrl-C`,
  },
  output: {
    summary: "Tables, pipes, JSON and CSV.",
    text: `stdout has the data; stderr has progress, hints and errors.

  terminal      a table that fits the width, with short ids
  pipe          the same columns separated by tabs, with full ids and times, without a heading
  -o wide       all columns, uncut
  -o csv        CSV with a heading; cells can't be read as formulas
  -o name       what other commands take, one a line: | ${programs.cli} incident ack -
  --json        the answer of the API; an error is {"error": {"name", "code", "message", "status", "details", "violations", "requestId", "retryable"}}
  streams       one JSON object a line

Text from the server can't control the terminal. Control characters, ANSI sequences and direction marks are removed, and written as \\u… in JSON.`,
  },
  ids: {
    summary: "Ids and names.",
    text: `An id can be shortened to at least 6 characters if it stays unique; otherwise the matching ids are listed. People are found by name or email address, runbooks by slug, and channels, rules and services by name.

Commands that take several ids read them from stdin with -. They use the first word of each line, or the text before the first tab where names are accepted.

  ${programs.cli} incidents --service checkout --all -o name | ${programs.cli} incident resolve -`,
  },
  times: {
    summary: "Times and durations.",
    text: `A duration is 90s, 30m, 2h, 1d, 1w or 1h30m. A time is one of these:

- a duration before now: 2h
- a date: 2026-11-20 or 2026-11-20T08:00:00Z
- an expression: 'yesterday 9am', 'last friday', 'tomorrow 22:00'

Times without a zone are local.`,
  },
  environment: {
    summary: "Environment variables.",
    text: `  TOCSIN_URL            address of the core interface
  TOCSIN_INGEST_URL     address of the ingestion interface
  TOCSIN_TOKEN          token for the core interface
  TOCSIN_API_KEY        key for the ingestion interface
  TOCSIN_ORGANIZATION   organization of sent events
  TOCSIN_PROFILE        stored login to use
  TOCSIN_NO_INPUT       never ask (as --no-input)
  TOCSIN_READONLY       the board changes nothing (as --readonly)
  TOCSIN_SCREEN_READER  views print sentences for a screen reader (as --screen-reader)
  NO_COLOR, TERM=dumb   no colours (as --no-color)
  FORCE_COLOR           colours in a pipe too
  VISUAL, EDITOR        editor for longer texts

The settings in effect and their origin: ${programs.cli} config`,
  },
};
