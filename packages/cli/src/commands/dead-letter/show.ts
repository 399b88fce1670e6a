import { defineView } from "../../command/define-command.ts";
import { deadLetterItem } from "../../find/items.ts";
import { deadLetterDetails } from "../../format/event.ts";

export default defineView({
  summary: "Show one dead letter: its reason and its payload.",
  examples: ["tocsin dead-letter show 0198c1da"],
  item: deadLetterItem,
  read: ({ item }) => item,
  text: deadLetterDetails,
  next: ({ id }) => `dead-letter replay ${id.slice(0, 8)}`,
});
