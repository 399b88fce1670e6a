import { BaseCommand } from "../../command/base-command.ts";
import { findMember } from "../../find/member.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { memberName } from "../../format/team.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamRemove extends BaseCommand {
  static override summary = "Remove members from the team.";
  static override description =
    "Give names, email addresses or ids, or - to read them from stdin. Their open incidents become unassigned within seconds. The command asks before it removes.";
  static override usage = "team remove MEMBER…";
  static override examples = [
    "<%= config.bin %> team remove ada@example.com",
    "<%= config.bin %> team remove 019353e1 --yes",
  ];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(TeamRemove);
    if (argv.length === 0)
      throw usageError(`Name at least one member, for example: ${programs.cli} team remove ada@example.com`);
    const client = await this.client(flags);
    return this.forEachId(
      argv.map(String),
      async (given) => {
        const member = await findMember(client, given);
        await confirm(`Remove ${memberName(member)}? Their open incidents become unassigned.`, flags);
        const answer = await client.team.remove(member.id);
        this.log(`${memberName(member)} is removed.`);
        return { id: member.id, ...answer };
      },
      "name",
    );
  }
}
