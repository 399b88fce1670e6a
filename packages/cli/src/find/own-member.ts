import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { readClaims } from "../session/claims.ts";
import { programs } from "../text/program-names.ts";
import { findMember } from "./member.ts";

/** Finds the team member that the token names. Throws if there is none. */
export async function findOwnMember(client: Tocsin, token: string | undefined): Promise<TeamMember> {
  const called = readClaims(token).names;
  const wanted = called.map((name) => name.toLowerCase());
  const [me] = (await client.team.list()).filter(({ id, name, email }) =>
    [id, name, email].some((each) => wanted.includes(each.toLowerCase())),
  );
  if (me) return me;
  throw new Failure(
    `No team member is called ${called.map((name) => JSON.stringify(name)).join(" or ") || "as in your login"}, as in your login.`,
    exitCodes.notFound,
    `To see the team: ${programs.cli} team list. To join it: ${programs.cli} team add NAME --email EMAIL`,
    "The name, email or id of a member must equal the name, email or subject of your token.",
  );
}

/** Resolves an assignee; `me` is the user, `nobody` is null. */
export async function resolveAssigneeId(
  client: Tocsin,
  token: string | undefined,
  given: string,
): Promise<string | null> {
  if (/^(?:nobody|none)$/i.test(given)) return null;
  return (/^me$/i.test(given) ? await findOwnMember(client, token) : await findMember(client, given)).id;
}
