import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";
import { exitCodes, Failure } from "./failure.ts";

/** The command of the error. */
interface TypedCommand {
  /** Such as `incident show`. */
  readonly name: string;
  /** Names of its flags. */
  readonly flags: readonly string[];
}

/** An error of oclif's parser. */
interface ParseError extends Error {
  readonly parse?: unknown;
  readonly flags?: readonly string[];
  readonly args?: readonly (string | { readonly name: string; readonly description?: string })[];
}

/** Turns an error of oclif's parser into a failure with a solution; other errors are unchanged. */
export function toUsageFailure(error: Error, command: TypedCommand): Error {
  const { parse, flags, args = [] } = error as ParseError;
  const isValue = /^Parsing --/.test(error.message);
  if (parse === undefined && !isValue) return error;
  const help = `To see its arguments: ${programs.cli} ${command.name} --help`;
  if (flags) {
    const guess = closestMatch(
      flags[0] ?? "",
      command.flags.map((flag) => `--${flag}`),
    );
    const hint = guess === undefined ? [] : [`Did you mean ${guess}?`];
    return new Failure(
      `${command.name} has no flag ${[...new Set(flags)].join(", ")}.`,
      exitCodes.usage,
      ...hint,
      help,
    );
  }
  const missing = args.flatMap((arg) => (typeof arg === "string" ? [] : [arg]));
  if (missing.length > 0) {
    const said = missing.map(({ name, description = "" }) => `${name.toUpperCase()} is missing: ${description}`);
    return new Failure(said.join("\n"), exitCodes.usage, help);
  }
  if (args.length > 0)
    return new Failure(`${command.name} has too many arguments: ${args.join(" ")}.`, exitCodes.usage, help);
  return new Failure(withoutOclifText(error.message), exitCodes.usage, help);
}

/** Removes the text that oclif puts around each error. */
const withoutOclifText = (message: string): string =>
  message
    .replace(/\nSee more help with --help$/, "")
    .replace(/^The following errors? occurred:\s*/, "")
    .replace(/^Parsing (--\S+)\s+/, "$1: ")
    .replaceAll(/Missing required flag (\S+)/g, "--$1 is missing.")
    .replaceAll(/(?:=.*)? cannot also be provided when using/g, " cannot stand beside");
