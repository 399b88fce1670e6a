import { defineList } from "../../command/define-command.ts";
import { teamListing } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default defineList({
  summary: "List the members of the team.",
  examples: ["tocsin team list", "tocsin team list -o csv > team.csv"],
  read: ({ client }) => client.team.list(),
  listing: teamListing,
  none: `The team has no members. To add one: ${programs.cli} team add NAME --email ADDRESS`,
});
