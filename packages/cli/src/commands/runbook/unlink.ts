import { BaseCommand } from "../../base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { findRunbook } from "../../find/runbook.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class RunbookUnlink extends BaseCommand {
  static override summary = "Take the link of a runbook to incidents away.";
  static override description =
    "Give a runbook, then one or more ids of incidents, or - for those on stdin. A second time changes nothing.";
  static override usage = "runbook unlink RUNBOOK INCIDENT…";
  static override examples = [
    "<%= config.bin %> runbook unlink roll-back-payment-api 019353e1",
    "<%= config.bin %> incidents --service checkout -o name | <%= config.bin %> runbook unlink roll-back-payment-api -",
  ];
  static override strict = false;
  static override flags = changeFlags;

  async run() {
    const { argv, flags } = await this.parse(RunbookUnlink);
    const [given, ...incidents] = argv.map(String);
    if (given === undefined || incidents.length === 0)
      throw usageError(
        `Give a runbook and one or more incidents, for example: ${programs.cli} runbook unlink roll-back-payment-api 019353e1`,
      );
    const client = await this.client(flags);
    const { id: runbookId, slug } = await findRunbook(client, given);
    return this.forEachId(incidents, async (word) => {
      const { id } = await findIncident(client, word);
      const answer = await client.runbooks.unlink(id, runbookId);
      const short = id.slice(0, 8);
      this.log(`${cleanLine(slug)} is no longer linked to ${short}.`);
      this.suggestNext(`${programs.cli} incident runbooks ${short}`);
      return { incidentId: id, runbookId, ...answer };
    });
  }
}
