import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

export default class ServiceRename extends BaseCommand {
  static override summary = "Rename a service of the catalog.";
  static override description = "Calls from and to the service follow the new name. Incidents keep the old name.";
  static override examples = ["<%= config.bin %> service rename checkout checkout-api"];
  static override args = {
    service: Args.string({ description: "Name of the service.", required: true }),
    name: Args.string({ description: "New name.", required: true }),
  };
  static override flags = changeFlags;

  async run() {
    const { args, flags } = await this.parse(ServiceRename);
    const client = await this.client(flags);
    const entry = await client.services.rename(args.service, args.name);
    this.log(`${cleanLine(args.service)} → ${cleanLine(entry.serviceName)}`);
    this.suggestNext(`${programs.cli} service show ${quoteForShell(cleanLine(entry.serviceName))}`);
    return entry;
  }
}
