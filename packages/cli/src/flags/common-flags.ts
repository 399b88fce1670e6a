import { Errors, Flags, type Interfaces } from "@oclif/core";
import type { SendOptions } from "@tocsin/sdk";
import { programs } from "../text/program-names.ts";
import { parseDuration, parseHumanTime, parseTime } from "../text/time.ts";

interface WordFlag<Word> {
  readonly char?: Interfaces.AlphabetLowercase;
  readonly description: string;
  readonly required?: true;
  readonly default?: Word;
}

/** A flag with one of the given words, in any case. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  flag: WordFlag<Word> & ({ readonly default: Word } | { readonly required: true }),
): Interfaces.OptionFlag<Word>;
export function oneOf<Word extends string>(
  words: readonly Word[],
  flag: WordFlag<Word>,
): Interfaces.OptionFlag<Word | undefined>;
export function oneOf<Word extends string>(words: readonly Word[], flag: WordFlag<Word>): unknown {
  return Flags.string({ ...flag, parse: async (input) => parseWord(input, words), helpValue: `<${words.join("|")}>` });
}

/** A flag with some of the given words, separated by commas. */
export function someOf<Word extends string>(words: readonly Word[]) {
  return Flags.custom<Word[]>({
    parse: async (input) => input.split(",").map((word) => parseWord(word.trim(), words)),
    helpValue: `<${words.join("|")},…>`,
  });
}

/** Parses one of the given words, in any case. */
export function parseWord<Word extends string>(input: string, words: readonly Word[]): Word {
  const found = words.find((word) => word.toLowerCase() === input.toLowerCase());
  if (found === undefined) throw usageError(`Expected one of ${words.join(", ")}; got ${JSON.stringify(input)}.`);
  return found;
}

/** A flag with a duration such as 30m, in milliseconds. */
export const duration = Flags.custom<number>({
  helpValue: "<30m>",
  parse: async (input) =>
    parseDuration(input) ?? reject(`Expected a duration such as 90s, 30m or 2h; got ${JSON.stringify(input)}.`),
});

/** A flag with a time in the past, as ISO 8601. */
export const time = Flags.custom<string>({
  helpValue: "<1h|'yesterday 9am'>",
  parse: async (input) =>
    parseTime(input, Date.now()) ??
    (await parseHumanTime(input, new Date())) ??
    reject(`Expected a time such as 1h (ago), 'yesterday 9am' or 2026-11-20T08:00:00Z; got ${JSON.stringify(input)}.`),
});

/** A flag with a future time, as ISO 8601; a duration counts from now. */
export const laterTime = Flags.custom<string>({
  helpValue: "<2h|'tomorrow 22:00'>",
  parse: async (input) => {
    const ahead = parseDuration(input);
    if (ahead !== undefined) return new Date(Date.now() + ahead).toISOString();
    const at =
      parseTime(input, Date.now()) ??
      (await parseHumanTime(input, new Date(), true)) ??
      reject(
        `Expected a time such as 2h (from now), 'tomorrow 22:00' or 2026-11-20T08:00:00Z; got ${JSON.stringify(input)}.`,
      );
    // "now" has passed by the time it is parsed.
    return Date.parse(at) > Date.now() - 60_000 ? at : reject(`${JSON.stringify(input)} (${at}) is in the past.`);
  },
});

/** An error with the exit code for wrong usage. `example` is a right command, without the name of the program. */
export function usageError(message: string, example?: string): Error {
  const hint = example === undefined ? "" : `, for example: ${programs.cli} ${example}`;
  return new Errors.CLIError(message + hint, { exit: 2 });
}

function reject(message: string): never {
  throw usageError(message);
}

/** Flags of commands that print lists. */
export const listFlags = {
  output: Flags.option({
    char: "o",
    options: ["wide", "csv", "name"] as const,
    description: "All columns uncut, CSV with a heading, or ids only.",
  })(),
};

/** Flags of commands that change something. */
export const changeFlags = {
  "dry-run": Flags.boolean({ description: "Print the request that would be sent; change nothing." }),
};

/** Fails if --since is not before --until. */
export function requireRange({ since, until }: { readonly since?: unknown; readonly until?: unknown }): void {
  if (typeof since !== "string" || typeof until !== "string" || Date.parse(since) < Date.parse(until)) return;
  throw usageError(`--since (${since}) must be before --until (${until}), for example: --since 2h --until 1h`);
}

/** Flags that filter by time. */
export const rangeFlags = {
  since: time({ description: "Only from this time on." }),
  until: time({ description: "Only before this time." }),
};

/** Flags of commands that list pages; `what` names the items, such as `windows`. */
export const pageFlags = (what: string, { usual = 50, max = 500 } = {}) => ({
  limit: Flags.integer({ description: `Maximum number of ${what} to list.`, default: usual, min: 1, max }),
  all: Flags.boolean({ description: `List all ${what} that pass the filters.`, exclusive: ["limit"] }),
});

/** Reads the items that the flags ask for, in pages of at most `max`. */
export async function readPages<Item>(
  list: (pageSize: number) => AsyncIterable<Item>,
  { limit, all }: { readonly limit: number; readonly all: boolean },
  max = 500,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list(all ? max : limit)) {
    items.push(item);
    if (!all && items.length >= limit) break;
  }
  return items;
}

/** The timeout of commands that only wait; `usual` is such as 15m. */
export const timeoutFlag = (usual: string, description = "Timeout.") =>
  duration({ description, default: parseDuration(usual), defaultHelp: async () => usual });

/** Flags of commands with --wait; `description` says what they wait for. */
export const waitFlags = (description: string, usual = "15m") => ({
  wait: Flags.boolean({ description }),
  timeout: timeoutFlag(usual, "Timeout of --wait."),
});

export const waitUntilDoneFlags = waitFlags("Wait until it has finished; fail if it fails.");

/** Flags of commands that send one event. */
export const sendFlags = {
  at: time({ description: "Time of the event; by default now." }),
  organization: Flags.string({
    description: "Organization of the event; by default that of your key, otherwise that of your token.",
    env: "TOCSIN_ORGANIZATION",
  }),
  "idempotency-key": Flags.string({
    description:
      "The server accepts events with the same key once within 24 hours; by default every event has its own key.",
  }),
  ...changeFlags,
};

export const sendOptions = (flags: {
  readonly organization?: string | undefined;
  readonly "idempotency-key"?: string | undefined;
}): SendOptions => ({ organizationId: flags.organization, idempotencyKey: flags["idempotency-key"] });
