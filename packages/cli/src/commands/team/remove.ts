import { defineBulk } from "../../command/define-command.ts";
import { findMember } from "../../find/members.ts";
import { memberName } from "../../format/team.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";

export default defineBulk({
  summary: "Remove members from the team.",
  description:
    "Give names, email addresses or ids, or - to read them from stdin. Their open incidents become unassigned within seconds. The command asks before it removes.",
  usage: "team remove MEMBER…",
  examples: ["tocsin team remove ada@example.com", "tocsin team remove 019353e1 --yes"],
  flags: confirmFlags,
  missing: "Name at least one member",
  example: "team remove ada@example.com",
  naming: "name",
  find: findMember,
  async each({ client, item: member, flags }) {
    await confirm(`Remove ${memberName(member)}? Their open incidents become unassigned.`, flags);
    const answer = await client.team.remove(member.id);
    this.log(`${memberName(member)} is removed.`);
    return { id: member.id, ...answer };
  },
});
