import type { RankedRunbook, Runbook, RunbookLink } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { type IncidentRunbook, incidentRunbookListing, incidentRunbooksText } from "../../format/runbook.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IncidentRunbooks extends BaseCommand {
  static override aliases = ["incident:runbook"];
  static override summary = "Show the runbooks that are linked to or recommended for an incident.";
  static override description =
    "Recommended runbooks come first, ordered by score. In a pipe and with -o each is one row.";
  static override examples = [
    "<%= config.bin %> incident runbooks 019353e1",
    {
      description: "Show the best match",
      command:
        "<%= config.bin %> incident runbooks 019353e1 -o name | head -n 1 | xargs <%= config.bin %> runbook show",
    },
  ];
  static override args = incidentArg;
  static override flags = listFlags;

  async run(): Promise<{ runbook: Runbook; link: RunbookLink | null; ranking: RankedRunbook | null }[]> {
    const { args, flags } = await this.parse(IncidentRunbooks);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const [linked, recommended] = await Promise.all([client.runbooks.ofIncident(id), client.runbooks.recommended(id)]);
    const runbooks = new Map([...recommended.runbooks, ...linked.runbooks].map((runbook) => [runbook.id, runbook]));
    const items: IncidentRunbook[] = [...runbooks.values()].map((runbook) => ({
      runbook,
      link: linked.links.find(({ runbookId }) => runbookId === runbook.id),
      ranking: recommended.ranking.find(({ runbookId }) => runbookId === runbook.id),
    }));
    if (this.isTerminal && flags.output === undefined && items.length > 0)
      this.log(incidentRunbooksText(items, this.layout));
    else await this.showList(incidentRunbookListing(items), flags, "No runbook is linked or recommended.");
    const [best] = items;
    if (best) this.suggestNext(`${programs.cli} runbook show ${cleanLine(best.runbook.slug)}`);
    return items.map(({ runbook, link = null, ranking = null }) => ({ runbook, link, ranking }));
  }
}
