import type { Runbook, RunbookVersion, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { FULL_ID } from "./by-id.ts";
import { findByName } from "./by-name.ts";

/** Finds a runbook by slug, title or id, with its text. */
export async function findRunbook(client: Tocsin, given: string): Promise<Runbook> {
  if (FULL_ID.test(given)) return client.runbooks.get(given);
  // Lists contain the texts, which need not be kept.
  const things: Pick<Runbook, "id" | "slug" | "title">[] = [];
  for await (const { id, slug, title } of client.runbooks.listAll({ limit: 1_000 })) {
    if (slug === given.toLowerCase()) return client.runbooks.get(id);
    things.push({ id, slug, title });
  }
  const among = { what: "runbook", list: "runbook list", things: async () => things };
  const { id } = await findByName(given, { ...among, namesOf: ({ slug, title }) => [slug, title] });
  return client.runbooks.get(id);
}

/** Finds a version of a runbook, with its text. */
export async function findVersion(client: Tocsin, { id, slug }: Runbook, wanted: string): Promise<RunbookVersion> {
  for await (const version of client.runbooks.allVersions(id)) if (version.version === wanted) return version;
  throw new Failure(
    `${cleanLine(slug)} has no version ${JSON.stringify(wanted)}.`,
    exitCodes.notFound,
    `To see them: ${programs.cli} runbook versions ${cleanLine(slug)}`,
  );
}
