import { Flags } from "@oclif/core";
import { defineList } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { rangeFlags } from "../../flags/common-flags.ts";
import { probeListing } from "../../format/probe.ts";

export default defineList({
  summary: "List the probes of an incident, the newest first.",
  examples: ["tocsin probe runs 019353e1", "tocsin probe runs 019353e1 --since 1h"],
  flags: {
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of runs to list.", default: 20, min: 1, max: 100 }),
  },
  item: incidentItem,
  read: ({ client, item: { id }, flags: { since: from, until: to, limit } }) =>
    client.diagnostics.runs(id, { from, to, limit }),
  listing: probeListing,
  none: "No probe was run.",
});
