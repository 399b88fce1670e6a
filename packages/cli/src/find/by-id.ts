import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../text/clean-text.ts";
import { names } from "../text/program-names.ts";

/** The form of an id. */
export const fullId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shortest = 6;
/** How many of the newest are looked at for a short id. */
const searched = 5_000;

/** Where something is looked for by its id. */
export interface Among<Thing extends { readonly id: string }> {
  /** Such as `incident`. */
  readonly what: string;
  /** The command that lists them, such as `incidents`. */
  readonly list: string;
  get(id: string): Promise<Thing>;
  /** The newest first. */
  newest(): AsyncIterable<Thing> | Iterable<Thing>;
  /** Tells one from another where several are meant. */
  nameOf(thing: Thing): string;
}

/** The thing of an id, or of the only id that begins with the given characters. */
export async function findById<Thing extends { readonly id: string }>(
  given: string,
  { what, list, get, newest, nameOf }: Among<Thing>,
): Promise<Thing> {
  if (fullId.test(given)) return get(given);
  const toSee = `To see them: ${names.cli} ${list}`;
  const article = /^[aeiou]/.test(what) ? "an" : "a";
  if (given.length < shortest || !/^[0-9a-f-]+$/i.test(given)) {
    throw new Failure(
      `${JSON.stringify(given)} is no id of ${article} ${what}.`,
      exitCodes.usage,
      `Give the whole id, or its first ${shortest} characters or more. ${toSee}`,
    );
  }
  const matches: Thing[] = [];
  let seen = 0;
  for await (const thing of newest()) {
    if (thing.id.toLowerCase().startsWith(given.toLowerCase())) matches.push(thing);
    seen += 1;
    if (seen >= searched) break;
  }
  const [only, ...others] = matches;
  if (!only)
    throw new Failure(
      `No ${what} begins with ${given}.`,
      exitCodes.notFound,
      seen === 0 ? "There is none at all." : `The newest ${seen} were looked at. ${toSee}`,
    );
  if (others.length > 0) throw severalMeant(given, what, matches, nameOf);
  return only;
}

/** Which ones `given` could be. */
export const severalMeant = <Thing extends { readonly id: string }>(
  given: string,
  what: string,
  matches: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Failure =>
  new Failure(
    `${given} could be ${matches.length} ${what}s:`,
    exitCodes.usage,
    ...matches.slice(0, 10).map((thing) => `  ${thing.id}  ${cleanLine(nameOf(thing))}`),
  );
