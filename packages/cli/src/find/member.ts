import type { TeamMember, Tocsin } from "@tocsin/sdk";
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
