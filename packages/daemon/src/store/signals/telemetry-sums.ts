import type { Counts } from "../../model/telemetry-count.ts";
import {
  bucketsTouched,
  type CountedBuckets,
  type CountedStart,
  NO_COUNTS,
  type TelemetryCounts,
} from "../../signal/telemetry-counts.ts";
import type { Database } from "../sql/database.ts";
import { place, textList } from "../sql/sql-rows.ts";

const SUMS = "sum(events) as events, sum(logs) as logs, sum(errors) as errors";
const SQLITE = `select ? as place, ${SUMS} from telemetry_count
  where service in (select value from json_each(?)) and organization_id = ? and span = ? and start >= ? and start <= ?`;
// Each service by itself: PostgreSQL would else read the hours of all services, and look for those that are asked for.
const POSTGRES = `select cast(? as integer) as place, ${SUMS}
  from unnest(cast(? as text[])) as given (service) cross join lateral (
    select ${SUMS} from telemetry_count
    where service = given.service and organization_id = ? and span = ? and start >= ? and start <= ?
  ) as of_service`;

/** All spans in one statement, each a range of the primary key for each service. */
export function createTelemetryCounts({ kind, reader }: Pick<Database, "kind" | "reader">): TelemetryCounts {
  return {
    async sums({ organizationId }, services, spans, now) {
      const ranges = spans.flatMap((span, index) => bucketsTouched(span, now).map((range) => ({ index, ...range })));
      const sums: Counts[] = spans.map(() => NO_COUNTS);
      if (ranges.length === 0 || services.length === 0) return sums;
      const [sql, list] = kind === "postgres" ? [POSTGRES, services] : [SQLITE, JSON.stringify(services)];
      const rows = (await reader.query(
        place(reader, ranges.map(() => sql).join(" union all ")),
        ranges.flatMap(({ index, span, from, to }) => [index, list, organizationId, span, from, to]),
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

const startsOf = (services: string): string => `with given (service) as (${services})
  select given.service as service, start, events, logs, errors
  from given join telemetry_count on telemetry_count.service = given.service
  where organization_id = ? and span = ? and start >= ? and start <= ? order by given.service, start`;

/** A range of the primary key for each service. */
export const createCountedBuckets = ({ reader }: Database): CountedBuckets => ({
  async buckets({ organizationId }, services, { span, from, to }) {
    const { sql, value } = textList(reader, [...new Set(services)]);
    const rows = (await reader.query(place(reader, startsOf(sql)), [
      value,
      organizationId,
      span,
      from,
      to,
    ])) as (CountedStart & Record<"start" | "events" | "logs" | "errors", unknown>)[];
    return rows.map(({ service, start, events, logs, errors }) => ({
      service,
      start: Number(start),
      events: Number(events),
      logs: Number(logs),
      errors: Number(errors),
    }));
  },
});
