import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { resolveAssigneeId } from "../../find/own-member.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IncidentAssign extends BaseCommand {
  static override summary = "Assign incidents to a team member, or to nobody.";
  static override description =
    "Give ids, or - to read them from stdin, then the member: a name, an email address, an id, me or nobody. " +
    "An open incident moves to INVESTIGATING when it is assigned.";
  static override usage = "incident assign INCIDENT… MEMBER";
  static override examples = [
    "<%= config.bin %> incident assign 019353e1 me",
    "<%= config.bin %> incident assign 019353e1 019353f2 'Ada Lovelace'",
    "<%= config.bin %> incidents --service checkout --state open -o name | <%= config.bin %> incident assign - ada@example.com",
    "<%= config.bin %> incident assign 019353e1 nobody",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run(): Promise<unknown[]> {
    const { argv, flags } = await this.parse(IncidentAssign);
    const words = argv.map(String);
    if (words.length < 2)
      throw usageError(
        `Give at least one id and a member, for example: ${programs.cli} incident assign 019353e1 ada@example.com`,
      );
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
      this.suggestNext(`${programs.cli} incident show ${short}`);
      return after;
    });
  }
}
