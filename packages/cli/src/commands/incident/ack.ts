import { Flags } from "@oclif/core";
import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { noteOwnOpenIncidents } from "../../change/own-open-incidents.ts";
import type { BaseCommand } from "../../command/base-command.ts";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { findIncident } from "../../find/items.ts";
import { findOwnMember } from "../../find/members.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { isClosed } from "../../format/incident.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default defineCommand({
  summary: "Acknowledge incidents and assign them to you.",
  description:
    "Moves open incidents to INVESTIGATING and assigns them to the team member of your login. The previous assignee is notified. If your login matches no member, the incidents are moved but not assigned. Give ids, or - to read them from stdin.",
  usage: "incident ack INCIDENT…",
  examples: [
    "tocsin incident ack 019353e1",
    "tocsin incident ack 019353e1 019353f2 --no-assign",
    "tocsin incidents --unassigned --severity critical -o name | tocsin incident ack -",
  ],
  flags: {
    assign: Flags.boolean({ description: "Assign the incidents to you.", default: true, allowNo: true }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    if (argv.length === 0) throw usageError("Give at least one id", "incident ack 019353e1");
    const client = await this.client(flags);
    const { token } = (await this.session(flags)).profile;
    const me = flags.assign ? await findMeOrTell(this, client, token) : undefined;
    const answer = await this.forEachId(argv, (id) => acknowledge(this, client, id, me));
    if (this.isTerminal && !flags["dry-run"]) await noteOwnOpenIncidents(client, me, (text) => this.note(text));
    return answer;
  },
});

async function acknowledge(command: BaseCommand, client: Tocsin, given: string, me: TeamMember | undefined) {
  const before = await findIncident(client, given);
  const short = cleanLine(before.id).slice(0, 8);
  if (isClosed(before.status))
    throw new Failure(
      `${short} is already ${cleanLine(before.status)}.`,
      exitCodes.failure,
      `To open it again: ${programs.cli} incident status ${short} INVESTIGATING`,
    );
  // Assigning an open incident moves it too, so that one request is mostly enough.
  const taken = me && before.assigneeId !== me.id ? await client.team.assign(before.id, me.id) : before;
  const after = taken.status === "OPEN" ? await client.incidents.changeStatus(taken.id, "INVESTIGATING") : taken;
  const moved = before.status === after.status ? `is already ${after.status}` : `${before.status} → ${after.status}`;
  command.log(`${short} ${cleanLine(moved)}${me ? `, ${await heldBy(client, before.assigneeId, me)}` : ""}`);
  command.suggestNext(`incident ${after.diagnosisStatus === "PENDING" ? "diagnose" : "show"} ${short}`);
  return after;
}

/** Acknowledging must work even if the user is not in the team. */
async function findMeOrTell(
  command: BaseCommand,
  client: Tocsin,
  token: string | undefined,
): Promise<TeamMember | undefined> {
  try {
    return await findOwnMember(client, token);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    command.note(`Not assigned: ${cleanLine(error.message)}`);
    for (const hint of error.hints) command.note(hint);
    return undefined;
  }
}

/** The new and the previous assignee. */
async function heldBy(client: Tocsin, previous: string | null, me: TeamMember): Promise<string> {
  if (previous === null || previous === me.id) return `assigned to ${cleanLine(me.name)}`;
  const former = (await client.team.list()).find(({ id }) => id === previous);
  return `assigned to ${cleanLine(me.name)}, taken from ${cleanLine(former?.name ?? previous)}`;
}
