import { defineList } from "../../command/define-command.ts";
import { pageFlags, readPages } from "../../flags/common-flags.ts";
import { deadLetterListing } from "../../format/event.ts";

export default defineList({
  summary: "List dead letters, the newest first.",
  examples: ["tocsin dead-letter list", "tocsin dead-letter list --all -o csv > dead-letters.csv"],
  flags: { ...pageFlags("dead letters") },
  read: ({ client: { events }, flags }) => readPages((limit) => events.allDeadLetters({ limit }), flags),
  listing: deadLetterListing,
  none: "There are no dead letters.",
});
