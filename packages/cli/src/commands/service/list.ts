import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { serviceListing, tiers } from "../../format/service.ts";
import { programs } from "../../text/program-names.ts";

export default defineCommand({
  aliases: ["service:catalog"],
  summary: "List the catalog of services.",
  description: "Services without a catalog entry are not listed.",
  examples: [
    "tocsin service list",
    "tocsin service list --tier tier-0 -o wide",
    "tocsin service list --owner payments -o name",
  ],
  flags: {
    tier: oneOf(tiers, { description: "Only services of this tier." }),
    owner: Flags.string({ description: "Only services whose owner contains this text, in any case." }),
    ...listFlags,
  },
  async request({ client, flags }) {
    const owner = flags.owner?.toLowerCase() ?? "";
    const all = await client.services.list();
    const entries = all.filter(
      (entry) => (!flags.tier || entry.tier === flags.tier) && entry.ownerTeam.toLowerCase().includes(owner),
    );
    const none =
      all.length > 0
        ? "No service matches these filters."
        : `The catalog is empty. To add a service: ${programs.cli} service update NAME --owner TEAM --tier tier-1`;
    await this.showList(serviceListing(entries), flags, none);
    return entries;
  },
});
