import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { memberName } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamAdd extends BaseCommand {
  static override summary = "Add somebody to the team.";
  static override description =
    "Nobody is on call at first: team on puts them there. Members whose role or name holds the words of a service's owner are suggested when its incidents are escalated.";
  static override examples = [
    '<%= config.bin %> team add "Ada Lovelace" --email ada@example.com',
    '<%= config.bin %> team add "Grace Hopper" --email grace@example.com --role "payments lead"',
  ];
  static override args = { name: Args.string({ description: "The name.", required: true }) };
  static override flags = {
    email: Flags.string({ description: "Email address, which nobody else in the team has.", required: true }),
    role: Flags.string({ description: "Title, such as the team that they belong to." }),
    avatar: Flags.string({ description: "Address of a picture.", helpValue: "<url>" }),
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
    this.log(`${short} ${memberName(member)} is in the team.`);
    this.suggestNext(`${programs.cli} team on ${short}`);
    return member;
  }
}
