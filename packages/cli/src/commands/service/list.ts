import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { serviceListing, tiers } from "../../format/service.ts";
import { programs } from "../../text/program-names.ts";

export default class ServiceList extends BaseCommand {
  static override aliases = ["service:catalog"];
  static override summary = "List the catalog of services.";
  static override description = "Services without a catalog entry are not listed.";
  static override examples = [
    "<%= config.bin %> service list",
    "<%= config.bin %> service list --tier tier-0 -o wide",
    "<%= config.bin %> service list --owner payments -o name",
  ];
  static override flags = {
    tier: oneOf(tiers, { description: "Only services of this tier." }),
    owner: Flags.string({ description: "Only services whose owner contains this text, in any case." }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(ServiceList);
    const client = await this.client(flags);
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
  }
}
