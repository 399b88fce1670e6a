import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../text/clean-text.ts";
import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";
import { ambiguousFailure, FULL_ID, findById } from "./by-id.ts";

/** Where something is looked for by what people call it. */
export interface NameLookup<Thing extends { readonly id: string }> {
  /** Such as `member`. */
  readonly what: string;
  /** The command that lists them, such as `team list`. */
  readonly list: string;
  /** The thing of a whole id, where that can be asked for alone. */
  get?(id: string): Promise<Thing>;
  /** All there are. */
  things(): Promise<readonly Thing[]>;
  /** What each may be called, such as its name and its email address. */
  namesOf(thing: Thing): readonly string[];
}

/** The only thing of this name, in upper or lower case, of this id, or of the only id that begins so. */
export async function findByName<Thing extends { readonly id: string }>(
  given: string,
  { what, list, get, things: all, namesOf }: NameLookup<Thing>,
): Promise<Thing> {
  if (get && FULL_ID.test(given)) return get(given);
  const things = await all();
  const wanted = given.toLowerCase();
  const named = things.filter((thing) => [thing.id, ...namesOf(thing)].some((name) => name.toLowerCase() === wanted));
  const [only, ...others] = named;
  if (only && others.length === 0) return only;
  const describe = (thing: Thing) => namesOf(thing).join(", ");
  if (only) throw ambiguousFailure(JSON.stringify(given), what, named, describe);
  const guess = closestMatch(
    given,
    things.flatMap((thing) => [thing.id, ...namesOf(thing)]),
  );
  const meant = guess === undefined ? "" : ` Did you mean ${cleanLine(guess)}?`;
  const missing = new Failure(
    `There is no ${what} ${JSON.stringify(given)}.${meant}`,
    exitCodes.notFound,
    `To see them: ${programs.cli} ${list}`,
  );
  if (!/^[0-9a-f-]{6,}$/i.test(given)) throw missing;
  const none = () => Promise.reject(missing);
  return findById(given, { what, list, get: none, newest: () => things, nameOf: describe });
}
