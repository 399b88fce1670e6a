import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IncidentUnmerge extends BaseCommand {
  static override summary = "Detach merged incidents from their parent.";
  static override description =
    "Detached incidents are not merged again automatically. The command fails if an incident was not merged. Give ids, or - to read them from stdin.";
  static override usage = "incident unmerge INCIDENT…";
  static override examples = ["<%= config.bin %> incident unmerge 019353f2"];
  static override strict = false;
  static override flags = changeFlags;

  async run(): Promise<unknown[]> {
    const { argv, flags } = await this.parse(IncidentUnmerge);
    if (argv.length === 0)
      throw usageError(`Give at least one id, for example: ${programs.cli} incident unmerge 019353f2`);
    const client = await this.client(flags);
    return this.forEachId(argv.map(String), async (given) => {
      const { id, parentIncidentId } = await findIncident(client, given);
      const incident = await client.incidents.unmerge(id);
      const short = cleanLine(id).slice(0, 8);
      this.log(`${short} is detached${parentIncidentId ? ` from ${cleanLine(parentIncidentId).slice(0, 8)}` : ""}.`);
      this.suggestNext(`${programs.cli} incident show ${short}`);
      return incident;
    });
  }
}
