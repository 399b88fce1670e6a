import type { Tocsin } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";

/** Incidents whose services count as known. */
const INCIDENTS_READ = 100;

/**
 * That nobody knows a service, in a sentence: a name that is mistyped finds nothing, which looks like good news.
 * Undefined where it is known, or where that can't be told.
 */
export async function unknownServiceNote(client: Tocsin, service: string): Promise<string | undefined> {
  // What was asked for was answered: what only helps to read it must not make it fail.
  const read = await Promise.all([client.services.list(), client.incidents.list({ limit: INCIDENTS_READ })]).catch(
    () => [],
  );
  const [catalog, newest] = read;
  if (!catalog || !newest) return undefined;
  const known = new Set([
    ...catalog.map(({ serviceName }) => serviceName),
    ...newest.items.flatMap(({ affectedServices }) => affectedServices),
  ]);
  if (known.has(service)) return undefined;
  const guess = closestMatch(service, [...known]);
  return `Unknown service: neither the catalog nor the newest incidents contain ${JSON.stringify(service)}.${guess === undefined ? "" : ` Did you mean ${cleanLine(guess)}?`} To see them: ${programs.cli} service list`;
}
