import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { memberName } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamAdd extends BaseCommand {
  static override summary = "Add a member to the team.";
  static override description =
    "New members are not on call: use team on. Members whose role or name matches a service's owner are suggested for the escalation of its incidents.";
  static override examples = [
    '<%= config.bin %> team add "Ada Lovelace" --email ada@example.com',
    '<%= config.bin %> team add "Grace Hopper" --email grace@example.com --role "payments lead"',
  ];
  static override args = { name: Args.string({ description: "Name of the member.", required: true }) };
  static override flags = {
    email: Flags.string({ description: "Email address, unique in the team.", required: true }),
    role: Flags.string({ description: "Role, such as the member's team." }),
    avatar: Flags.string({ description: "Address of an image.", helpValue: "<url>" }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(TeamAdd);
    const client = await this.client(flags);
    const member = await client.team.add({
      name: args.name,
      email: flags.email,
      ...(flags.role !== undefined && { role: flags.role }),
      ...(flags.avatar !== undefined && { avatarUrl: flags.avatar }),
    });
    const short = member.id.slice(0, 8);
    this.log(`${short} ${memberName(member)} was added to the team.`);
    this.suggestNext(`${programs.cli} team on ${short}`);
    return member;
  }
}
