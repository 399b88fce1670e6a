import { BaseCommand } from "../../base-command.ts";
import { setOnCall } from "../../change/set-on-call.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { programs } from "../../text/program-names.ts";

export default class TeamOff extends BaseCommand {
  static override summary = "Take people off call.";
  static override description = "Give names, email addresses or ids, or - for those on stdin.";
  static override usage = "team off MEMBER…";
  static override examples = [
    "<%= config.bin %> team off ada@example.com",
    '<%= config.bin %> team off "Grace Hopper" 019353e1',
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(TeamOff);
    if (argv.length === 0) throw usageError(`Say whom, for example: ${programs.cli} team off ada@example.com`);
    const client = await this.client(flags);
    const members = await this.forEachId(
      argv.map(String),
      (given) => setOnCall(client, given, false, (change) => this.log(change)),
      "name",
    );
    this.suggestNext(`${programs.cli} team on-call`);
    return members;
  }
}
