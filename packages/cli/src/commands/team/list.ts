import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { teamListing } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamList extends BaseCommand {
  static override summary = "List the members of the team.";
  static override examples = ["<%= config.bin %> team list", "<%= config.bin %> team list -o csv > team.csv"];
  static override flags = listFlags;

  async run() {
    const { flags } = await this.parse(TeamList);
    const client = await this.client(flags);
    const members = await client.team.list();
    await this.showList(
      teamListing(members),
      flags,
      `The team has no members. To add one: ${programs.cli} team add NAME --email ADDRESS`,
    );
    return members;
  }
}
