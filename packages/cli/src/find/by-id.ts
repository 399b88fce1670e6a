import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";

export const FULL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PREFIX_MIN = 6;
/** Items that are searched for a short id, the newest first. */
const SEARCHED_MAX = 5_000;

/** Names and requests of a search by id. */
export interface IdLookup<Thing extends { readonly id: string }> {
  /** Such as `incident`. */
  readonly what: string;
  /** The command that lists the items, such as `incidents`. */
  readonly list: string;
  get(id: string): Promise<Thing>;
  /** The newest first. */
  newest(): AsyncIterable<Thing> | Iterable<Thing>;
  /** Describes an item if several match. */
  nameOf(thing: Thing): string;
}

/** Finds an item by its full id, or by the unique start of its id. */
export async function findById<Thing extends { readonly id: string }>(
  given: string,
  { what, list, get, newest, nameOf }: IdLookup<Thing>,
): Promise<Thing> {
  if (FULL_ID.test(given)) return get(given);
  const toSee = `To see them: ${programs.cli} ${list}`;
  const article = /^[aeiou]/.test(what) ? "an" : "a";
  if (given.length < PREFIX_MIN || !/^[0-9a-f-]+$/i.test(given)) {
    throw new Failure(
      `${JSON.stringify(given)} is not an id of ${article} ${what}.`,
      exitCodes.usage,
      `Give the full id, or at least its first ${PREFIX_MIN} characters. ${toSee}`,
    );
  }
  const matches: Thing[] = [];
  let seen = 0;
  for await (const thing of newest()) {
    if (thing.id.toLowerCase().startsWith(given.toLowerCase())) matches.push(thing);
    seen += 1;
    if (seen >= SEARCHED_MAX) break;
  }
  const [only, ...others] = matches;
  if (!only)
    throw new Failure(
      `No ${what} id begins with ${given}.`,
      exitCodes.notFound,
      seen === 0 ? "The list is empty." : `The newest ${seen} were searched. ${toSee}`,
    );
  if (others.length > 0) throw ambiguousFailure(given, what, matches, nameOf);
  return only;
}

/** The failure for several matches. */
export const ambiguousFailure = <Thing extends { readonly id: string }>(
  given: string,
  what: string,
  matches: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Failure =>
  new Failure(
    `${given} matches ${matches.length} ${what}s:`,
    exitCodes.usage,
    ...matches.slice(0, 10).map((thing) => `  ${thing.id}  ${cleanLine(nameOf(thing))}`),
  );

/** Turns a 404 into undefined. Errors of the SDK are matched by name, so that it isn't loaded here. */
export const ignoreNotFound = <Answer>(request: Promise<Answer>): Promise<Answer | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof Error && error.name === "NotFoundError") return undefined;
    throw error;
  });
