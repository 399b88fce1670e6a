import type { RankedRunbook, Runbook, RunbookLink } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { type IncidentRunbook, incidentRunbookListing, incidentRunbooksText } from "../../format/runbook.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  aliases: ["incident:runbook"],
  summary: "Show the runbooks that are linked to or recommended for an incident.",
  description: "Recommended runbooks come first, ordered by score. In a pipe and with -o each is one row.",
  examples: [
    "tocsin incident runbooks 019353e1",
    {
      description: "Show the best match",
      command: "tocsin incident runbooks 019353e1 -o name | head -n 1 | xargs tocsin runbook show",
    },
  ],
  flags: listFlags,
  item: incidentItem,
  async request({
    client,
    item: { id },
    flags,
  }): Promise<{ runbook: Runbook; link: RunbookLink | null; ranking: RankedRunbook | null }[]> {
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
    if (best) this.suggestNext(`runbook show ${cleanLine(best.runbook.slug)}`);
    return items.map(({ runbook, link = null, ranking = null }) => ({ runbook, link, ranking }));
  },
});
