import { Args, Flags } from "@oclif/core";
import type { Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
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

export default class ServiceDependencies extends BaseCommand {
  static override summary = "Show or set the services that a service calls.";
  static override description =
    'Without flags the command lists them. --on replaces all of them, and --on "" removes all; --add and --remove change the existing set. The called services need no catalog entry.';
  static override examples = [
    "tocsin service dependencies checkout",
    "tocsin service dependencies checkout --on payments,db",
    "tocsin service dependencies checkout --add search --remove db",
  ];
  static override args = { service: Args.string({ description: "Name of the service.", required: true }) };
  static override flags = {
    on: services({ description: "All services that it calls.", exclusive: ["add", "remove"] }),
    add: services({ description: "Services to add." }),
    remove: services({ description: "Services to remove." }),
    ...changeFlags,
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(ServiceDependencies);
    const client = await this.client(flags);
    const { on, add = [], remove = [] } = flags;
    if (on === undefined && add.length === 0 && remove.length === 0) return this.list(client, args.service, flags);
    // Without a catalog entry the calls can't be read, so only --on can set them.
    const entry =
      on === undefined
        ? await client.services.get(args.service)
        : await ignoreNotFound(client.services.get(args.service));
    const before = entry?.dependencies ?? [];
    const wanted = on ?? [...new Set([...before, ...add])].filter((name) => !remove.includes(name));
    const after = await client.services.setDependencies(args.service, wanted);
    const said = (list: readonly string[]): string => cleanLine(list.join(", ")) || "nothing";
    this.log(`${cleanLine(after.serviceName)} calls ${entry ? `${said(before)} → ` : ""}${said(after.dependencies)}`);
    this.suggestNext(`service show ${quoteForShell(args.service)}`);
    return after;
  }

  private async list(
    client: Tocsin,
    service: string,
    flags: { readonly output?: "wide" | "csv" | "name" | undefined },
  ) {
    const [{ serviceName, dependencies, updatedAt }, catalog] = await Promise.all([
      client.services.get(service),
      client.services.list(),
    ]);
    const items = dependencies.map((name) => ({
      serviceName: name,
      entry: catalog.find((each) => each.serviceName === name),
    }));
    await this.showList(dependencyListing(items), flags, `${cleanLine(serviceName)} calls nothing.`);
    return { serviceName, dependencies, updatedAt };
  }
}
