import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { teamListing } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamOnCall extends BaseCommand {
  static override summary = "List the members who are on call.";
  static override examples = [
    "<%= config.bin %> team on-call",
    {
      description: "Take all members off call",
      command: "<%= config.bin %> team on-call -o name | <%= config.bin %> team off -",
    },
  ];
  static override flags = listFlags;

  async run() {
    const { flags } = await this.parse(TeamOnCall);
    const client = await this.client(flags);
    const members = await client.team.onCall();
    await this.showList(
      teamListing(members),
      flags,
      `Nobody is on call. To put a member on call: ${programs.cli} team on NAME`,
    );
    return members;
  }
}
