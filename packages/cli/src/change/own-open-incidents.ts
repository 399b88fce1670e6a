import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { statusGroups } from "../format/incident.ts";
import { programs } from "../text/program-names.ts";

/** Tells a person what is still open of theirs, and how to see it. Nothing where nobody is meant. */
export async function noteOwnOpenIncidents(
  client: Tocsin,
  me: TeamMember | undefined,
  tell: (text: string) => void,
): Promise<void> {
  if (!me) return;
  // The change was done: a list that can't be read must not look as if it wasn't.
  const count = await countOpen(client, me.id).catch(() => undefined);
  if (count === 0) tell("You have no other open incidents.");
  else if (count !== undefined)
    tell(`You have ${count} other open incidents. To see them: ${programs.cli} incidents --me --state open`);
}

/** How many incidents a member has that are not over. Undefined where the server doesn't say. */
async function countOpen(client: Tocsin, memberId: string): Promise<number | undefined> {
  const pages = await Promise.all(
    statusGroups.open.map((status) => client.incidents.list({ status, assigneeId: memberId, limit: 1 })),
  );
  const totals = pages.map(({ totalCount }) => totalCount);
  return totals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total));
}
