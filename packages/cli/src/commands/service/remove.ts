import { defineBulk } from "../../command/define-command.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Remove services from the catalog.",
  description:
    "Give names, or - to read them from stdin. The calls of a service are removed, and calls to it stay. Incidents don't change. The command asks before it removes.",
  usage: "service remove SERVICE…",
  examples: [
    "tocsin service remove checkout",
    "tocsin service list --owner web -o name | tocsin service remove - --yes",
  ],
  flags: confirmFlags,
  missing: "Give at least one id",
  example: "service remove checkout",
  naming: "name",
  async each({ client, given: name, flags }) {
    await confirm(`Remove ${cleanLine(name)} and its calls from the catalog?`, flags);
    const answer = await client.services.remove(name);
    this.log(`${cleanLine(name)} is removed from the catalog.`);
    return { serviceName: name, ...answer };
  },
});
