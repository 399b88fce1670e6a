import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { FULL_ID, ignoreNotFound } from "../../find/by-id.ts";
import { findIncident } from "../../find/items.ts";
import { explanationText } from "../../format/correlation.ts";
import { collect } from "../../query/pages.ts";

export default defineCommand({
  summary: "Explain why an incident was merged, grouped or suppressed, or why not.",
  examples: ["tocsin correlation explain 019353e1"],
  args: {
    incident: Args.string({
      description: "Id of the incident, or at least its first 6 characters; the full id of a suppressed incident.",
      required: true,
    }),
  },
  async request({ client, args }) {
    const whole = FULL_ID.test(args.incident);
    const id = whole ? args.incident : (await findIncident(client, args.incident)).id;
    const decisions = await collect(client.correlation.allDecisions({ incidentId: id, limit: 500 }));
    // A suppressed incident has decisions only.
    const incident =
      decisions.length > 0 ? await ignoreNotFound(client.incidents.get(id)) : await client.incidents.get(id);
    this.log(explanationText(id, incident, decisions, this.layout));
    return { incidentId: id, stored: incident !== undefined, decisions };
  },
});
