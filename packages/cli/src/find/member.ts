import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { FULL_ID } from "./by-id.ts";
import { findByName } from "./by-name.ts";

/** The member of the team with this name, email address or id. */
export const findMember = (client: Tocsin, given: string): Promise<TeamMember> =>
  findByName(given, {
    what: "member",
    list: "team list",
    things: () => client.team.list(),
    namesOf: ({ name, email }) => [name, email],
  });

/** The id of a member, from a name, an email address or an id. A whole id may be of one who has left. */
export const resolveMemberId = async (client: Tocsin, given: string): Promise<string> =>
  FULL_ID.test(given) ? given : (await findMember(client, given)).id;
