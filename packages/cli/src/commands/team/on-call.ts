import { defineList } from "../../command/define-command.ts";
import { teamListing } from "../../format/team.ts";
import { programs } from "../../text/program-names.ts";

export default defineList({
  summary: "List the members who are on call.",
  examples: [
    "tocsin team on-call",
    { description: "Take all members off call", command: "tocsin team on-call -o name | tocsin team off -" },
  ],
  read: ({ client }) => client.team.onCall(),
  listing: teamListing,
  none: `Nobody is on call. To put a member on call: ${programs.cli} team on NAME`,
});
