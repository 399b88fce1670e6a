import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { statusGroups } from "../format/incident.ts";
import { programs } from "../text/program-names.ts";

/** Notes how many other open incidents a member has. */
export async function noteOwnOpenIncidents(
  client: Tocsin,
  me: TeamMember | undefined,
  tell: (text: string) => void,
): Promise<void> {
  if (!me) return;
  // The change is done: a failure to read the list must not look like a failed change.
  const count = await countOpen(client, me.id).catch(() => undefined);
  if (count === 0) tell("You have no other open incidents.");
  else if (count !== undefined)
    tell(`You have ${count} other open incidents. To see them: ${programs.cli} incidents --me --state open`);
}

/** Counts the active incidents of a member; undefined if the server has no count. */
async function countOpen(client: Tocsin, memberId: string): Promise<number | undefined> {
  const pages = await Promise.all(
    statusGroups.open.map((status) => client.incidents.list({ status, assigneeId: memberId, limit: 1 })),
  );
  const totals = pages.map(({ totalCount }) => totalCount);
  return totals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total));
}
