import { defineBulk } from "../../command/define-command.ts";
import { runbookItem } from "../../find/items.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Archive runbooks, so that they are no longer recommended.",
  description:
    "Archived runbooks keep their links; publish restores them. Give slugs or ids, or - to read them from stdin.",
  usage: "runbook archive RUNBOOK…",
  examples: [
    "tocsin runbook archive roll-back-payment-api",
    "tocsin runbook list --action restart-service -o name | tocsin runbook archive -",
  ],
  missing: "Give at least one slug or id of a runbook.",
  find: runbookItem.find,
  async each({ client, item: { id, slug, status } }) {
    const answer = await client.runbooks.archive(id);
    const name = cleanLine(slug);
    this.log(status === "archived" ? `${name} is already archived.` : `${name} ${cleanLine(status)} → archived`);
    return { slug, ...answer };
  },
});
