import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { serviceDetails } from "../../format/service.ts";

export default class ServiceShow extends BaseCommand {
  static override summary = "Show one service: its owner, its objective and its calls.";
  static override description =
    "Only services in the catalog are known as callers. --json prints the entry, with its direct callers as `dependents`.";
  static override examples = [
    "<%= config.bin %> service show checkout",
    "<%= config.bin %> service show checkout --depth 4",
  ];
  static override args = { service: Args.string({ description: "Name of the service.", required: true }) };
  static override flags = {
    depth: Flags.integer({ description: "Depth of the call tree, 1 to 9.", default: 2, min: 1, max: 9 }),
  };

  async run() {
    const { args, flags } = await this.parse(ServiceShow);
    const client = await this.client(flags);
    const [entry, catalog] = await Promise.all([client.services.get(args.service), client.services.list()]);
    this.log(serviceDetails(entry, catalog, flags.depth, this.layout));
    const dependents = catalog
      .filter(({ dependencies }) => dependencies.includes(entry.serviceName))
      .map(({ serviceName }) => serviceName);
    return { ...entry, dependents };
  }
}
