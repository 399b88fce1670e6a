import type { Incident, TocsinClient } from "@tocsin/sdk";
import { exitCodes, Failure } from "./failure.ts";
import { cleanLine } from "./format/clean.ts";
import { names } from "./names.ts";

const fullId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shortest = 6;
/** How many of the newest incidents a short id is looked for in. */
const searched = 5_000;

/** The incident of an id, or of the only id that begins with the given characters. */
export async function findIncident(client: TocsinClient, given: string): Promise<Incident> {
  if (fullId.test(given)) return client.incidents.get(given);
  if (given.length < shortest || !/^[0-9a-f-]+$/i.test(given)) {
    throw new Failure(
      `${JSON.stringify(given)} is no id of an incident.`,
      exitCodes.usage,
      `Give the whole id, or its first ${shortest} characters or more. To see them: ${names.cli} incidents`,
    );
  }
  const matches: Incident[] = [];
  let seen = 0;
  for await (const incident of client.incidents.listAll({ limit: 500 })) {
    if (incident.id.toLowerCase().startsWith(given.toLowerCase())) matches.push(incident);
    seen += 1;
    if (seen >= searched) break;
  }
  const [only, ...others] = matches;
  if (!only)
    throw new Failure(
      `No incident begins with ${given}.`,
      exitCodes.notFound,
      `The newest ${seen} were looked at. To see them: ${names.cli} incidents`,
    );
  if (others.length > 0)
    throw new Failure(
      `${given} could be ${matches.length} incidents:`,
      exitCodes.usage,
      ...matches.slice(0, 10).map(({ id, title }) => `  ${id}  ${cleanLine(title)}`),
    );
  return only;
}
