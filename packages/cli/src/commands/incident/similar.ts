import { Flags } from "@oclif/core";
import { defineList } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { similarListing, similarText } from "../../format/similar-incidents.ts";

export default defineList({
  summary: "Find similar earlier incidents and the actions that helped.",
  description:
    "Lists incidents of the last 180 days, the most similar first. Each has its reasons with their share of the score, from 0 to 1. In a pipe and with -o each is one row.",
  examples: [
    "tocsin incident similar 019353e1",
    "tocsin incident similar 019353e1 --json | jq -r '.[].topSuccessfulActions[]' | sort | uniq -c",
  ],
  flags: {
    limit: Flags.integer({ description: "Maximum number of incidents to show.", default: 5, min: 1, max: 20 }),
  },
  item: incidentItem,
  read: ({ client, item: { id }, flags: { limit } }) => client.incidents.similar(id, { limit }),
  listing: similarListing,
  page: similarText,
  none: "No incident of the last 180 days is similar.",
});
