import { defineCommand } from "../../command/define-command.ts";
import { findIncident } from "../../find/items.ts";
import { resolveAssigneeId } from "../../find/members.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Assign incidents to a team member, or to nobody.",
  description:
    "Give ids, or - to read them from stdin, then the member: a name, an email address, an id, me or nobody. An open incident moves to INVESTIGATING when it is assigned.",
  usage: "incident assign INCIDENT… MEMBER",
  examples: [
    "tocsin incident assign 019353e1 me",
    "tocsin incident assign 019353e1 019353f2 'Ada Lovelace'",
    "tocsin incidents --service checkout --state open -o name | tocsin incident assign - ada@example.com",
    "tocsin incident assign 019353e1 nobody",
  ],
  flags: changeFlags,
  strict: false,
  async run({ argv: words, flags }) {
    if (words.length < 2)
      throw usageError("Give at least one id and a member", "incident assign 019353e1 ada@example.com");
    const client = await this.client(flags);
    const { token } = (await this.session(flags)).profile;
    const member = await resolveAssigneeId(client, token, words.at(-1) ?? "");
    const members = new Map((await client.team.list()).map(({ id, name }) => [id, name]));
    const nameOf = (id: string | null) => (id === null ? "nobody" : cleanLine(members.get(id) ?? id));
    return this.forEachId(words.slice(0, -1), async (given) => {
      const before = await findIncident(client, given);
      const after = await client.team.assign(before.id, member);
      const short = cleanLine(before.id).slice(0, 8);
      const moved = before.status === after.status ? "" : cleanLine(`, ${before.status} → ${after.status}`);
      this.log(
        before.assigneeId === member
          ? `${short} is already ${member === null ? "unassigned" : `assigned to ${nameOf(member)}`}.`
          : `${short} ${nameOf(before.assigneeId)} → ${nameOf(member)}${moved}`,
      );
      this.suggestNext(`incident show ${short}`);
      return after;
    });
  },
});
