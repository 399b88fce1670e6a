import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../text/clean-text.ts";
import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";
import { ambiguousFailure, FULL_ID, findById } from "./by-id.ts";

/** Names and requests of a search by name. */
export interface NameLookup<Thing extends { readonly id: string }> {
  /** Such as `member`. */
  readonly what: string;
  /** The command that lists the items, such as `team list`. */
  readonly list: string;
  /** Reads an item by its full id, if the API can. */
  get?(id: string): Promise<Thing>;
  /** All items. */
  things(): Promise<readonly Thing[]>;
  /** The names of an item, such as a name and an email address. */
  namesOf(thing: Thing): readonly string[];
}

/** Finds the only item with this name in any case, with this id, or whose id starts with it. */
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
