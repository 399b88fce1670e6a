import { type BucketRange, bucketsTouched, type Counts, NO_COUNTS } from "../../model/telemetry-count.ts";
import type { CountedBuckets, CountedStart, TelemetryCounts } from "../../signal/telemetry-counts.ts";
import type { Database } from "../sql/database.ts";
import { isPostgres, join, query, raw, type Sql, sql, textTable } from "../sql/statement.ts";

const SUMS = raw("sum(events) as events, sum(logs) as logs, sum(errors) as errors");
const inRange = (organizationId: string, { span, from, to }: BucketRange): Sql =>
  sql`organization_id = ${organizationId} and span = ${span} and start >= ${from} and start <= ${to}`;

/** All spans in one statement, each a range of the primary key for each service. */
export function createTelemetryCounts({ reader }: Pick<Database, "reader">): TelemetryCounts {
  return {
    async sums({ organizationId }, services, spans, now) {
      const ranges = spans.flatMap((span, index) => bucketsTouched(span, now).map((range) => ({ index, range })));
      const sums: Counts[] = spans.map(() => NO_COUNTS);
      if (ranges.length === 0 || services.length === 0) return sums;
      const names = textTable(reader, services);
      const summed = ranges.map(({ index, range }) => {
        const condition = inRange(organizationId, range);
        // Each service by itself: PostgreSQL would otherwise read the hours of all services.
        return isPostgres(reader)
          ? sql`select cast(${index} as integer) as index, ${SUMS} from (${names}) as given (service) cross join lateral (
              select ${SUMS} from telemetry_count where service = given.service and ${condition}) as of_service`
          : sql`select ${index} as "index", ${SUMS} from telemetry_count where service in (${names}) and ${condition}`;
      });
      const rows = await query<{ index: number } & Record<keyof Counts, number | null>>(
        reader,
        join(summed, " union all "),
      );
      for (const { index, events, logs, errors } of rows) {
        const sum = sums[index] ?? NO_COUNTS;
        sums[index] = {
          events: sum.events + (events ?? 0),
          logs: sum.logs + (logs ?? 0),
          errors: sum.errors + (errors ?? 0),
        };
      }
      return sums;
    },
  };
}

/** A range of the primary key for each service. */
export const createCountedBuckets = ({ reader }: Database): CountedBuckets => ({
  buckets: ({ organizationId }, services, range) =>
    query<CountedStart>(
      reader,
      sql`with given (service) as (${textTable(reader, [...new Set(services)])})
          select given.service as service, start, events, logs, errors
          from given join telemetry_count on telemetry_count.service = given.service
          where ${inRange(organizationId, range)} order by given.service, start`,
    ),
});
