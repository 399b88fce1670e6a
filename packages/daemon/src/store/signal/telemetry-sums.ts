import type { Counts } from "../../model/telemetry-count.ts";
import { bucketsTouched, NO_COUNTS, type TelemetryCounts } from "../../signal/telemetry-counts.ts";
import type { Database } from "../database.ts";
import { place, textList } from "../rows.ts";

/** All spans in one statement, each a range of the primary key for each service. */
export function createTelemetryCounts({ reader }: Database): TelemetryCounts {
  return {
    async sums({ organizationId }, services, spans, now) {
      const ranges = spans.flatMap((span, index) => bucketsTouched(span, now).map((range) => ({ index, ...range })));
      const sums: Counts[] = spans.map(() => NO_COUNTS);
      if (ranges.length === 0 || services.length === 0) return sums;
      const list = textList(reader, services);
      const sql = `select cast(? as integer) as place, sum(events) as events, sum(logs) as logs, sum(errors) as errors
        from telemetry_count
        where organization_id = ? and service in (${list.sql}) and span = ? and start >= ? and start <= ?`;
      const rows = (await reader.query(
        place(reader, ranges.map(() => sql).join(" union all ")),
        ranges.flatMap(({ index, span, from, to }) => [index, organizationId, list.value, span, from, to]),
      )) as { place: number; events: unknown; logs: unknown; errors: unknown }[];
      for (const row of rows) {
        const sum = sums[row.place] ?? NO_COUNTS;
        sums[row.place] = {
          events: sum.events + Number(row.events ?? 0),
          logs: sum.logs + Number(row.logs ?? 0),
          errors: sum.errors + Number(row.errors ?? 0),
        };
      }
      return sums;
    },
  };
}
