import { classifyError } from "./classify-error.ts";

/** A SQLite file that can't be used until it is repaired. */
export class DamagedFile extends Error {
  readonly code: string;
  readonly file: string;
  readonly driverError: Error;
  constructor(path: string, cause: Error & { readonly code?: string }) {
    super(
      `${path} is damaged: ${cause.message}. Stop the daemon, then restore a backup or run tocsind check --repair.`,
    );
    this.code = cause.code ?? "SQLITE_CORRUPT";
    this.file = path;
    this.driverError = cause;
  }
}

/** Files that this thread found damaged since its start; a repair needs a new start. */
const found = new Set<string>();
export const damagedFiles = (): readonly string[] => [...found];

/** For people who look at readiness. */
export const damageWarning = (path: string): string => `${path} is damaged; run tocsind check`;

function named(path: string, error: unknown): unknown {
  if (classifyError(error) !== "damage" || error instanceof DamagedFile) return error;
  found.add(path);
  return new DamagedFile(path, error as Error);
}

/** Runs work on a file, and has errors of damage name it. */
export function inFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw named(path, error);
  }
}

function* iterateInFile<Item>(path: string, items: Iterable<Item>): Generator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw named(path, error);
  }
}

type Method = (...given: never[]) => unknown;

/** The same functions, whose errors of damage name the file; also those of the iterators that they answer. */
export function namingFile<Methods extends Readonly<Record<string, Method>>>(path: string, methods: Methods): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    (...given: never[]) => {
      const answer = inFile(path, () => method(...given));
      return isIterator(answer) ? iterateInFile(path, answer) : answer;
    },
  ]);
  return Object.fromEntries(wrapped) as Methods;
}

const isIterator = (answer: unknown): answer is Iterable<unknown> =>
  typeof answer === "object" && answer !== null && "next" in answer && Symbol.iterator in answer;
