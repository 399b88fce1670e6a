import { Flags } from "@oclif/core";
import type { Incident, Tocsin } from "@tocsin/sdk";
import { defineCommand } from "../command/define-command.ts";
import { findOwnMember, resolveMemberId } from "../find/members.ts";
import { unknownServiceNote } from "../find/unknown-service-note.ts";
import { listFlags, oneOf, rangeFlags, someOf } from "../flags/common-flags.ts";
import { incidentListing, severities, statuses, statusGroups } from "../format/incident.ts";
import { type FoundIncidents, type IncidentQuery, listIncidents } from "../query/incident-query.ts";

export default defineCommand({
  aliases: ["incident:list"],
  summary: "List incidents.",
  description: `An incident is listed if it passes all filters. A terminal shows a table with short ids, which every other command accepts. A pipe gets the same columns with full ids, separated by tabs, without a heading. The last column says how often an incident was seen.

The server filters by status, severity, service, words and assignee. The command filters by time, environment and --unassigned among the newest 5,000 incidents that pass the other filters, or among all with --all. If there are more incidents than shown, stderr says so.`,
  examples: [
    "tocsin incidents --me --state open",
    "tocsin incidents --status open,investigating --severity critical,high",
    "tocsin incidents --service checkout --search timeout --sort severity",
    "tocsin incidents --unassigned --since 'yesterday 9am' --environment production",
    {
      description: "Resolve all your incidents",
      command: "tocsin incidents --me --state open --all -o name | tocsin incident resolve -",
    },
  ],
  flags: {
    me: Flags.boolean({ description: "Only incidents assigned to you.", exclusive: ["assignee", "unassigned"] }),
    state: oneOf(["open", "closed"], {
      description: `Only active incidents (${statusGroups.open.join(", ")}), or only ended ones.`,
    }),
    status: someOf(statuses)({ description: "Only incidents in one of these statuses.", exclusive: ["state"] }),
    severity: someOf(severities)({ description: "Only incidents of one of these severities." }),
    service: Flags.string({ description: "Only incidents that affect this service." }),
    environment: Flags.string({ description: "Only incidents in this environment." }),
    search: Flags.string({ description: "Words in title, description and services." }),
    assignee: Flags.string({
      description: "Only incidents of this team member.",
      helpValue: "<name|email|id>",
      exclusive: ["unassigned"],
    }),
    unassigned: Flags.boolean({ description: "Only incidents without an assignee." }),
    ...rangeFlags,
    deduplicated: Flags.boolean({ description: "Leave out incidents that were merged into another one." }),
    sort: oneOf(["recency", "severity"], { description: "Order: the newest first, or the most severe first." }),
    limit: Flags.integer({ description: "Maximum number of incidents to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List all incidents that pass the filters.", exclusive: ["limit"] }),
    ...listFlags,
  },
  async request({ client, flags }): Promise<readonly Incident[]> {
    const { since, until, service } = flags;
    const assigneeId = flags.me
      ? (await findOwnMember(client, (await this.session(flags)).profile.token)).id
      : flags.assignee && (await resolveMemberId(client, flags.assignee));
    const query: IncidentQuery = {
      statuses: flags.state ? statusGroups[flags.state] : flags.status && [...new Set(flags.status)],
      severities: flags.severity && [...new Set(flags.severity)],
      filter: {
        ...(service !== undefined && { service }),
        ...(flags.search !== undefined && { search: flags.search }),
        ...(assigneeId !== undefined && { assigneeId }),
        ...(flags.sort && { sortBy: flags.sort }),
        ...(flags.deduplicated && { deduplicated: true }),
      },
      since,
      until,
      environment: flags.environment,
      isUnassigned: flags.unassigned,
    };
    const found = await listIncidents(client, query, flags.all ? undefined : flags.limit);
    const isWide = flags.output === "wide" && !this.jsonEnabled();
    const nameOf = isWide ? await memberNames(client) : undefined;
    await this.showList(incidentListing(found.items, nameOf), flags, "No incident passes these filters.");
    const rest = restOf(found);
    if (rest) this.note(rest);
    if (found.items.length === 0 && service !== undefined) {
      const doubt = await unknownServiceNote(client, service);
      if (doubt !== undefined) this.note(doubt);
    }
    return found.items;
  },
});

/** A note about incidents that are not shown. */
function restOf({ items, total, hasMore, gaveUpAfter }: FoundIncidents): string | undefined {
  if (gaveUpAfter !== undefined) return `Only the first ${gaveUpAfter} incidents were read. To read all: --all`;
  if (!hasMore) return undefined;
  return total === undefined
    ? `${items.length} incidents are shown; there may be more. To list all: --all`
    : `${items.length} of ${total}. To list all: --all`;
}

async function memberNames(client: Tocsin): Promise<(id: string) => string | undefined> {
  const members = new Map((await client.team.list()).map(({ id, name }) => [id, name]));
  return (id) => members.get(id);
}
