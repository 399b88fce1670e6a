import { defineList } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { incidentRunbookListing, incidentRunbooksText } from "../../format/runbook.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineList({
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
  item: incidentItem,
  async read({ client, item: { id } }) {
    const [linked, recommended] = await Promise.all([client.runbooks.ofIncident(id), client.runbooks.recommended(id)]);
    const runbooks = new Map([...recommended.runbooks, ...linked.runbooks].map((runbook) => [runbook.id, runbook]));
    return [...runbooks.values()].map((runbook) => ({
      runbook,
      link: linked.links.find(({ runbookId }) => runbookId === runbook.id) ?? null,
      ranking: recommended.ranking.find(({ runbookId }) => runbookId === runbook.id) ?? null,
    }));
  },
  listing: incidentRunbookListing,
  page: incidentRunbooksText,
  none: "No runbook is linked or recommended.",
  next: ([best]) => best && `runbook show ${cleanLine(best.runbook.slug)}`,
});
