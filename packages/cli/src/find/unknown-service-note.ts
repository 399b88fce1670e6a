import type { Tocsin } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { closestMatch } from "../text/closest-match.ts";
import { programs } from "../text/program-names.ts";

const INCIDENTS_READ = 100;

/**
 * A note that a service is unknown: a mistyped name finds no incidents, which looks like good news. Undefined for
 * known services, and if the lists can't be read.
 */
export async function unknownServiceNote(client: Tocsin, service: string): Promise<string | undefined> {
  // The command has its answer: a failure of this check must not make it fail.
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
