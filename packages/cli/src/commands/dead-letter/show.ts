import { defineCommand } from "../../command/define-command.ts";
import { deadLetterItem } from "../../find/items.ts";
import { deadLetterDetails } from "../../format/event.ts";

export default defineCommand({
  summary: "Show one dead letter: its reason and its payload.",
  examples: ["tocsin dead-letter show 0198c1da"],
  item: deadLetterItem,
  async request({ item: letter }) {
    this.log(deadLetterDetails(letter, this.layout));
    this.suggestNext(`dead-letter replay ${letter.id.slice(0, 8)}`);
    return letter;
  },
});
