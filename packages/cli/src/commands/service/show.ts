import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { serviceDetails } from "../../format/service.ts";

export default defineCommand({
  summary: "Show one service: its owner, its objective and its calls.",
  description:
    "Only services in the catalog are known as callers. --json prints the entry, with its direct callers as `dependents`.",
  examples: ["tocsin service show checkout", "tocsin service show checkout --depth 4"],
  args: { service: Args.string({ description: "Name of the service.", required: true }) },
  flags: { depth: Flags.integer({ description: "Depth of the call tree, 1 to 9.", default: 2, min: 1, max: 9 }) },
  async request({ client, args, flags }) {
    const [entry, catalog] = await Promise.all([client.services.get(args.service), client.services.list()]);
    this.log(serviceDetails(entry, catalog, flags.depth, this.layout));
    const dependents = catalog
      .filter(({ dependencies }) => dependencies.includes(entry.serviceName))
      .map(({ serviceName }) => serviceName);
    return { ...entry, dependents };
  },
});
