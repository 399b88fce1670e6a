import { defineBulk } from "../../command/define-command.ts";
import { runbookItem } from "../../find/items.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Publish runbooks, so that they are recommended.",
  description: "Publishing restores archived runbooks. Give slugs or ids, or - to read them from stdin.",
  usage: "runbook publish RUNBOOK…",
  examples: [
    "tocsin runbook publish roll-back-payment-api",
    "tocsin runbook list --status draft -o name | tocsin runbook publish -",
  ],
  missing: "Give at least one slug or id of a runbook.",
  find: runbookItem.find,
  async each({ client, item: { id, slug, status } }) {
    const answer = await client.runbooks.publish(id);
    const name = cleanLine(slug);
    this.log(status === "published" ? `${name} is already published.` : `${name} ${cleanLine(status)} → published`);
    this.suggestNext(`runbook show ${name}`);
    return { slug, ...answer };
  },
});
