import { Flags } from "@oclif/core";
import type { DecisionFilter } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { FULL_ID } from "../../find/by-id.ts";
import { findCorrelationRule } from "../../find/correlation-rule.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags, oneOf, rangeFlags } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { decisionActions, decisionListing } from "../../format/correlation.ts";

export default class CorrelationDecisions extends BaseCommand {
  static override summary = "List correlation decisions, the newest first.";
  static override description =
    "Every new incident has a decision, even if it was suppressed or no rule matched. " +
    "To explain one incident: correlation explain.";
  static override examples = [
    "<%= config.bin %> correlation decisions --action suppress --since 1d",
    '<%= config.bin %> correlation decisions --rule "One outage of a service" --all -o csv',
  ];
  static override flags = {
    incident: Flags.string({ description: "Only decisions about this incident, by id or its first characters." }),
    rule: Flags.string({ description: "Only decisions of this rule, by name or id." }),
    action: oneOf(decisionActions, { description: "Only decisions of this kind." }),
    ...rangeFlags,
    ...pageFlags("decisions"),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(CorrelationDecisions);
    const client = await this.client(flags);
    const { incident, rule } = flags;
    const filter: DecisionFilter = {
      // Full ids are taken unchanged: suppressed incidents are not stored, and deleted rules keep decisions.
      incidentId: incident && !FULL_ID.test(incident) ? (await findIncident(client, incident)).id : incident,
      ruleId: rule && !FULL_ID.test(rule) ? (await findCorrelationRule(client, rule)).id : rule,
      action: flags.action,
      from: flags.since,
      to: flags.until,
    };
    const items = await readPages((limit) => client.correlation.allDecisions({ ...filter, limit }), flags);
    await this.showList(decisionListing(items), flags, "No decision matches these filters.");
    return items;
  }
}
