import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { ignoreNotFound } from "../../find/by-id.ts";
import { changeFlags, listFlags } from "../../flags/common-flags.ts";
import { dependencyListing } from "../../format/service.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

/** Names separated by commas. */
const services = Flags.custom<string[]>({
  helpValue: "<service,…>",
  parse: async (input) => [...new Set(input.split(",").flatMap((name) => name.trim() || []))],
});

export default defineCommand({
  summary: "Show or set the services that a service calls.",
  description:
    'Without flags the command lists them. --on replaces all of them, and --on "" removes all; --add and --remove change the existing set. The called services need no catalog entry.',
  examples: [
    "tocsin service dependencies checkout",
    "tocsin service dependencies checkout --on payments,db",
    "tocsin service dependencies checkout --add search --remove db",
  ],
  args: { service: Args.string({ description: "Name of the service.", required: true }) },
  flags: {
    on: services({ description: "All services that it calls.", exclusive: ["add", "remove"] }),
    add: services({ description: "Services to add." }),
    remove: services({ description: "Services to remove." }),
    ...changeFlags,
    ...listFlags,
  },
  async request({ client, args: { service }, flags }) {
    const { on, add = [], remove = [] } = flags;
    if (on === undefined && add.length === 0 && remove.length === 0) {
      const [entry, catalog] = await Promise.all([client.services.get(service), client.services.list()]);
      const { serviceName, dependencies, updatedAt } = entry;
      const entryOf = (name: string) => catalog.find((each) => each.serviceName === name);
      const items = dependencies.map((name) => ({ serviceName: name, entry: entryOf(name) }));
      await this.showList(dependencyListing(items), flags, `${cleanLine(serviceName)} calls nothing.`);
      return { serviceName, dependencies, updatedAt };
    }
    // Without a catalog entry the calls can't be read, so only --on can set them.
    const current = client.services.get(service);
    const entry = await (on === undefined ? current : ignoreNotFound(current));
    const before = entry?.dependencies ?? [];
    const wanted = on ?? [...new Set([...before, ...add])].filter((name) => !remove.includes(name));
    const after = await client.services.setDependencies(service, wanted);
    const text = (list: readonly string[]): string => cleanLine(list.join(", ")) || "nothing";
    this.log(`${cleanLine(after.serviceName)} calls ${entry ? `${text(before)} → ` : ""}${text(after.dependencies)}`);
    this.suggestNext(`service show ${quoteForShell(service)}`);
    return after;
  },
});
