import { incidentStatuses, isOver } from "../../model/incident.ts";
import type { RepeatedIncident, ServiceIncidents } from "../../signal/service-history.ts";
import { type Bitmap, blockOf, cardinality, intersectInto } from "../incident-index/bitmap.ts";
import { primaryServiceTerm, severityTerm, statusTerm, UNMERGED } from "../incident-index/incident-terms.ts";
import { clearBefore, readNumbersSince } from "../incident-index/numbers-since.ts";
import { readPostings } from "../incident-index/posting-lists.ts";
import type { Database } from "../sql/database.ts";
import { countFound, isPostgres, query, rowTable, sql } from "../sql/statement.ts";

/** Blocks looked at in one step. */
const BLOCKS_AT_ONCE = 256;
const UNRESOLVED = incidentStatuses.filter((status) => !isOver(status)).map(statusTerm);
const CRITICAL = severityTerm("CRITICAL");

export function createServiceIncidents({ reader }: Database): ServiceIncidents {
  return {
    async tally({ organizationId }, service, since) {
      const sum = { total: 0, unresolved: 0, critical: 0 };
      const range = await readNumbersSince(reader, organizationId, since);
      if (!range) return sum;
      const { first, last } = range;
      const own = primaryServiceTerm(service);
      for (let block = blockOf(first); block <= blockOf(last); block += BLOCKS_AT_ONCE) {
        const end = Math.min(blockOf(last), block + BLOCKS_AT_ONCE - 1);
        const blocks = Array.from({ length: end - block + 1 }, (_, index) => end - index);
        const marked = await readPostings(reader, organizationId, [own], blocks);
        clearBefore(first, marked);
        const bitsOf = new Map(marked.map(({ block: number, bits }) => [number, bits]));
        const found = [...bitsOf.keys()].sort((one, other) => other - one);
        if (found.length === 0) continue;
        const postings = await readPostings(reader, organizationId, [UNMERGED, ...UNRESOLVED, CRITICAL], found);
        const unmerged = postings.filter(({ term }) => term === UNMERGED);
        for (const { bits, block } of unmerged) {
          intersectInto(bits, bitsOf.get(block) as Bitmap);
          sum.total += cardinality(bits);
        }
        const countedOf = new Map(unmerged.map(({ block, bits }) => [block, bits]));
        for (const { term, bits, block } of postings) {
          const counted = countedOf.get(block);
          if (term === UNMERGED || counted === undefined) continue;
          intersectInto(bits, counted);
          sum[term === CRITICAL ? "critical" : "unresolved"] += cardinality(bits);
        }
      }
      return sum;
    },
    newest: ({ organizationId }, service, since, most) =>
      query<RepeatedIncident>(
        reader,
        sql`select status, deduplication_key as "deduplicationKey", coalesce(own_title, title) as title, created_at as "createdAt" from incident
            where organization_id = ${organizationId} and primary_service = ${service}
              and parent_incident_id is null and created_at >= ${since}
            order by created_at desc limit ${most}`,
      ),
    createdWithin({ organizationId }, service, spans, most) {
      const rows = spans.map(({ from, to }) => [from, to]);
      const condition = sql`organization_id = ${organizationId} and primary_service = ${service}
        and parent_incident_id is null and created_at >= span.first and created_at <= span.last`;
      // One range of the index for each span, whatever PostgreSQL's statistics say.
      const found = isPostgres(reader)
        ? sql`span cross join lateral (select 1 from incident where ${condition} limit ${most}) as incidents`
        : sql`span cross join incident where ${condition}`;
      const given = rowTable(reader, ["bigint", "bigint"], rows);
      return countFound(reader, sql`with span (first, last) as (${given}) select 1 from ${found} limit ${most}`);
    },
  };
}
