import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

export default defineCommand({
  summary: "Rename a service of the catalog.",
  description: "Calls from and to the service follow the new name. Incidents keep the old name.",
  examples: ["tocsin service rename checkout checkout-api"],
  args: {
    service: Args.string({ description: "Name of the service.", required: true }),
    name: Args.string({ description: "New name.", required: true }),
  },
  flags: changeFlags,
  async request({ client, args }) {
    const entry = await client.services.rename(args.service, args.name);
    this.log(`${cleanLine(args.service)} → ${cleanLine(entry.serviceName)}`);
    this.suggestNext(`service show ${quoteForShell(cleanLine(entry.serviceName))}`);
    return entry;
  },
});
