import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { readClaims } from "../session/claims.ts";
import { programs } from "../text/program-names.ts";
import { FULL_ID } from "./by-id.ts";
import { findByName } from "./by-name.ts";

export const findMember = (client: Tocsin, given: string): Promise<TeamMember> =>
  findByName(given, {
    what: "member",
    list: "team list",
    things: () => client.team.list(),
    namesOf: ({ name, email }) => [name, email],
  });
/** Resolves a name or email address to an id. A full id is taken unchanged: its member may have left the team. */
export const resolveMemberId = async (client: Tocsin, given: string): Promise<string> =>
  FULL_ID.test(given) ? given : (await findMember(client, given)).id;

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
