import { Flags } from "@oclif/core";
import type { Incident, IncidentFilter, Page, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../base-command.ts";
import { collect } from "../collect.ts";
import { memberId } from "../find-member.ts";
import { listFlags, oneOf } from "../flags.ts";
import { incidentListing, severities, statuses } from "../format/incident.ts";

export default class Incidents extends BaseCommand {
  static override aliases = ["incident:list"];
  static override summary = "List incidents.";
  static override description =
    `Filters must all hold. On a terminal it is a table with short ids, which every other command takes. In a pipe it is the same columns with whole ids, tabs between and no heading. The last column says how often an incident was seen.`;
  static override examples = [
    "<%= config.bin %> incidents",
    "<%= config.bin %> incidents --status open --severity critical",
    "<%= config.bin %> incidents --service checkout --search timeout --sort severity",
    {
      description: "Resolve all of yours",
      command:
        "<%= config.bin %> incidents --assignee ada@example.com --all -o name | <%= config.bin %> incident resolve -",
    },
  ];
  static override flags = {
    status: oneOf(statuses, { description: "Only incidents in this status." }),
    severity: oneOf(severities, { description: "Only incidents of this severity." }),
    service: Flags.string({ description: "Only incidents that affect this service." }),
    search: Flags.string({ description: "Words in title, description and services." }),
    assignee: Flags.string({ description: "Only incidents of this team member.", helpValue: "<name|email|id>" }),
    sort: oneOf(["recency", "severity"], { description: "The newest first, or the critical first." }),
    limit: Flags.integer({ description: "Most incidents to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List every incident that passes the filters.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(Incidents);
    const client = await this.client(flags);
    const filter: IncidentFilter = {
      status: flags.status,
      severity: flags.severity,
      service: flags.service,
      search: flags.search,
      assigneeId: flags.assignee && (await memberId(client, flags.assignee)),
      sortBy: flags.sort,
    };
    const { items, totalCount } = flags.all
      ? await everyone(client, filter)
      : await client.incidents.list({ ...filter, limit: flags.limit });
    await this.showList(incidentListing(items), flags, "No incident passes these filters.");
    if (this.isTerminal && totalCount !== undefined && totalCount > items.length)
      this.note(`${items.length} of ${totalCount}. For all: --all`);
    return items;
  }
}

async function everyone(client: Tocsin, filter: IncidentFilter): Promise<Pick<Page<Incident>, "items" | "totalCount">> {
  const items = await collect(client.incidents.listAll({ ...filter, limit: 500 }));
  return { items, totalCount: items.length };
}
