import { ERROR_ROWS, type ErrorClass, type ErrorRow } from "./error-classes.ts";

const rowsBy = (by: ErrorRow["by"]): readonly ErrorRow[] => ERROR_ROWS.filter((row) => row.by === by);

const CODES = new Map(rowsBy("code").map((row) => [row.match, row.class]));
const PREFIXES = rowsBy("prefix");
const NAMES = new Map(rowsBy("name").map((row) => [row.match, row.class]));
const MESSAGES = rowsBy("message");
/** A chain of causes is short; one that points at itself must not hang us. */
const CAUSES_MAX = 8;

interface ErrorFields {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly driverError?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** The class of an error by the table of error-classes.ts, its causes included; undefined where none matches. */
export function classifyError(error: unknown, depth = 0): ErrorClass | undefined {
  if (typeof error !== "object" || error === null || depth > CAUSES_MAX) return undefined;
  const fields = error as ErrorFields;
  const own = classOf(fields);
  if (own !== undefined) return own;
  // The attempts on each address of a host name.
  const attempts = Array.isArray(fields.errors) ? fields.errors : [];
  for (const inner of [fields.driverError, fields.cause, ...attempts]) {
    const found = classifyError(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function classOf({ code, name, message, syscall }: ErrorFields): ErrorClass | undefined {
  if (typeof code === "string") {
    const found = CODES.get(code) ?? PREFIXES.find(({ match }) => code.startsWith(match))?.class;
    if (found !== undefined) return found;
    // The socket of a PostgreSQL that isn't running. Any other missing file is a mistake of ours.
    if (code === "ENOENT" && syscall === "connect") return "transient";
  }
  if (typeof name === "string" && NAMES.has(name)) return NAMES.get(name);
  // An error with a code is classified by the code alone: its text may quote others.
  if (typeof code === "string" || typeof message !== "string") return undefined;
  return MESSAGES.find(({ match }) => message.includes(match))?.class;
}

/** True for errors of a database, a broker, a network or a disk that is away for now: no event is to blame. */
export const isTransient = (error: unknown): boolean => {
  const errorClass = classifyError(error);
  return errorClass !== undefined && errorClass !== "damage";
};

/** True where a file or an index is damaged: no event is to blame, and waiting alone doesn't help. */
export const isDamage = (error: unknown): boolean => classifyError(error) === "damage";
