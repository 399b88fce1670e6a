import { defineList } from "../../command/define-command.ts";
import { runbookItem } from "../../find/items.ts";
import { versionListing } from "../../format/runbook.ts";
import { collect } from "../../query/pages.ts";

export default defineList({
  summary: "List the versions of a runbook, the newest first.",
  description: "--json includes the texts.",
  examples: [
    "tocsin runbook versions roll-back-payment-api",
    "tocsin runbook versions roll-back-payment-api -o name | sed -n 2p",
  ],
  item: runbookItem,
  read: ({ client, item: { id } }) => collect(client.runbooks.allVersions(id)),
  listing: versionListing,
  none: "The runbook has no versions.",
});
