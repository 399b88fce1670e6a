import { defineBulk } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Detach merged incidents from their parent.",
  description:
    "Detached incidents are not merged again automatically. The command fails if an incident was not merged. Give ids, or - to read them from stdin.",
  usage: "incident unmerge INCIDENT…",
  examples: ["tocsin incident unmerge 019353f2"],
  missing: "Give at least one id",
  example: "incident unmerge 019353f2",
  find: incidentItem.find,
  async each({ client, item: { id, parentIncidentId } }) {
    const incident = await client.incidents.unmerge(id);
    const short = cleanLine(id).slice(0, 8);
    this.log(`${short} is detached${parentIncidentId ? ` from ${cleanLine(parentIncidentId).slice(0, 8)}` : ""}.`);
    this.suggestNext(`incident show ${short}`);
    return incident;
  },
});
