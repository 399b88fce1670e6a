import { BaseCommand } from "../../base-command.ts";
import { setOnCall } from "../../change/set-on-call.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamOn extends BaseCommand {
  static override summary = "Put people on call.";
  static override description = "Give names, email addresses or ids, or - for those on stdin.";
  static override usage = "team on MEMBER…";
  static override examples = [
    "<%= config.bin %> team on ada@example.com",
    '<%= config.bin %> team on "Grace Hopper" 019353e1',
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(TeamOn);
    if (argv.length === 0) throw usageError(`Say whom, for example: ${programs.cli} team on ada@example.com`);
    const client = await this.client(flags);
    const members = await this.forEachId(
      argv.map(String),
      (given) => setOnCall(client, given, true, (change) => this.log(change)),
      "name",
    );
    this.suggestNext(`${programs.cli} team on-call`);
    return members;
  }
}
