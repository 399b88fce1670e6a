import { Flags } from "@oclif/core";
import type { DecisionFilter } from "@tocsin/sdk";
import { defineList } from "../../command/define-command.ts";
import { FULL_ID } from "../../find/by-id.ts";
import { correlationRuleItem, findIncident } from "../../find/items.ts";
import { oneOf, pageFlags, rangeFlags, readPages } from "../../flags/common-flags.ts";
import { decisionActions, decisionListing } from "../../format/correlation.ts";

export default defineList({
  summary: "List correlation decisions, the newest first.",
  description:
    "Every new incident has a decision, even if it was suppressed or no rule matched. To explain one incident: correlation explain.",
  examples: [
    "tocsin correlation decisions --action suppress --since 1d",
    'tocsin correlation decisions --rule "One outage of a service" --all -o csv',
  ],
  flags: {
    incident: Flags.string({ description: "Only decisions about this incident, by id or its first characters." }),
    rule: Flags.string({ description: "Only decisions of this rule, by name or id." }),
    action: oneOf(decisionActions, { description: "Only decisions of this kind." }),
    ...rangeFlags,
    ...pageFlags("decisions"),
  },
  async read({ client, flags }) {
    const { incident, rule } = flags;
    const filter: DecisionFilter = {
      // Full ids are taken unchanged: suppressed incidents are not stored, and deleted rules keep decisions.
      incidentId: incident && !FULL_ID.test(incident) ? (await findIncident(client, incident)).id : incident,
      ruleId: rule && !FULL_ID.test(rule) ? (await correlationRuleItem.find(client, rule)).id : rule,
      action: flags.action,
      from: flags.since,
      to: flags.until,
    };
    return readPages((limit) => client.correlation.allDecisions({ ...filter, limit }), flags);
  },
  listing: decisionListing,
  none: "No decision matches these filters.",
});
