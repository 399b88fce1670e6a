import { defineList } from "../../command/define-command.ts";
import { ruleListing } from "../../format/correlation.ts";
import { programs } from "../../text/program-names.ts";

export default defineList({
  aliases: ["correlation:list"],
  summary: "List the correlation rules in the order in which they are applied.",
  examples: ["tocsin correlation rules", "tocsin correlation rules -o wide"],
  read: ({ client }) => client.correlation.rules(),
  listing: ruleListing,
  none: `There are no rules. To try one: ${programs.cli} correlation preview --help`,
});
