import type { Sampled, SampleQuery } from "../../../archive/archive.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { PAGE_BYTES_MAX } from "../../../model/page-limits.ts";
import type { Scope } from "../../../model/scope.ts";
import type { LogLevel } from "../../../model/telemetry.ts";
import { hourMark, levelMark, serviceMark } from "./postgres-index-marks.ts";
import type { Searcher } from "./postgres-search.ts";

/**
 * What costs is every row that is looked at, each on a page of its own:
 *
 * 1. A service of few records is read whole, by the index in order of time.
 * 2. Levels of trouble are few as a rule: the full-text index gives them all, up to GATHERED_MAX, but by whole hours.
 * 3. Else each step is walked back from its end, WALKED_FOR_ONE records for one that is wanted. How far back that
 *    came tells for how many those stand that were found.
 */
const WHOLE_MAX = 2000;
const TROUBLE: ReadonlySet<LogLevel> = new Set(["warn", "error", "fatal"]);
const GATHERED_MAX = 10_000;
const WALKED_FOR_ONE = 10;
/** Records that came in one moment at the end of a step say little about the rest of it. */
const WEIGHT_MAX = 1000;

export async function sampleRecords(searcher: Searcher, scope: Scope, query: SampleQuery): Promise<readonly Sampled[]> {
  // PostgreSQL's text holds no U+0000, so no service does.
  if (query.service.includes("\u0000")) return [];
  if (query.among <= WHOLE_MAX) return walk(searcher, scope, query, 1, WHOLE_MAX);
  const isTrouble = query.levels.length > 0 && query.levels.every((level) => TROUBLE.has(level));
  const each = Math.max(1, Math.ceil(query.most / query.steps));
  const isRare = isTrouble && query.most * WALKED_FOR_ONE < query.among;
  return (
    (isRare ? await gather(searcher, scope, query) : undefined) ??
    (await walk(searcher, scope, query, query.steps, each))
  );
}

/**
 * The texts, so many at the most and up to the bytes of a page. Where there are more, lots decide, so that no time is
 * left out, and those that are read stand for the others.
 */
const atMost = (most: number, found: string): string => `
  select json, weight * (select count(*) from ${found}) / count(*) over () as weight from (
    select at, id, json, weight, count(*) over lots as nth, sum(octet_length(json)) over lots as bytes from ${found}
    window lots as (order by hashtext(id::text), id)
  ) as drawn where nth <= ${most} and bytes <= ${PAGE_BYTES_MAX} order by at, id`;

async function walk(
  { ordered }: Searcher,
  { organizationId }: Scope,
  { service, levels, from, step, steps, most }: SampleQuery,
  pieces: number,
  each: number,
): Promise<readonly Sampled[]> {
  const length = (step * steps) / pieces;
  const condition = levels.length > 0 ? "level = any ($5::text[])" : "kind = 'metric' and $5::text[] is not null";
  const newest = `from record
    where organization_id = $1 and service = $2 and at >= piece.start and at < piece.start + ${length}
      and at >= ${from} and at < $4::bigint
    order by at desc, id desc`;
  // Nothing here counts what is walked: a walk ends with the one behind the last that is wanted. Where it ended early,
  // what was found speaks for all of its piece.
  const sql = `with found as materialized (
      select piece.start, wanted.* from unnest($3::bigint[]) as piece (start) cross join lateral (
        select at, id, json, row_number() over () as nth from (
          select at, id, json, kind, level ${newest} limit ${each * WALKED_FOR_ONE}
        ) as newest where ${condition} limit ${each + 1}
      ) as wanted
    ), ended as (
      select start, case
        when taken > ${each} then earliest
        else (select at ${newest} offset ${each * WALKED_FOR_ONE - 1} limit 1)
      end as at
      from (select start, count(*) as taken, min(at) as earliest from found group by start) as piece
    ), weighed as (
      select found.at, found.id, found.json, case
        when ended.at is null then 1
        else least(${WEIGHT_MAX}, ${length}::float8 / greatest(1, found.start + ${length} - ended.at))
      end as weight
      from found join ended on ended.start = found.start where found.nth <= ${each}
    ) ${atMost(most, "weighed")}`;
  const starts = Array.from({ length: pieces }, (_, index) => from + index * length);
  return (await ordered.query<Sampled>(sql, [organizationId, service, starts, from + step * steps, levels])).rows;
}

/** Undefined where there are more than GATHERED_MAX. Which of them are drawn, their ids decide. */
async function gather(
  { gathering }: Searcher,
  { organizationId }: Scope,
  { service, levels, from, step, steps, most }: SampleQuery,
): Promise<readonly Sampled[] | undefined> {
  const end = from + step * steps;
  const hours = new Set([hourMark(organizationId, end - 1)]);
  for (let at = from; at < end; at += HOUR_MS) hours.add(hourMark(organizationId, at));
  const anyOf = (marks: Iterable<string>): string => `(${Array.from(marks, (mark) => `'${mark}'`).join(" | ")})`;
  const marks = levels.map((level) => levelMark(organizationId, level));
  const words = `'${serviceMark(organizationId, service)}' & ${anyOf(marks)} & ${anyOf(hours)}`;
  // The organization is compared in a way that no index serves: the planner is to go by the words.
  const sql = `with match as materialized (
      select at, id, json from record
      where words @@ $1::tsquery and organization_id || '' = $2 and at >= $3 and at < $4 limit ${GATHERED_MAX + 1}
    ), total as (select count(*) as n from match), weighed as (
      select at, id, json, 1::float8 as weight from match where (select n from total) <= ${GATHERED_MAX}
    ) select n::integer as total, null as json, null as weight from total
    union all (select null, json, weight from (${atMost(most, "weighed")}) as page)`;
  const { rows } = await gathering.query<Sampled & { total: number | null }>(sql, [words, organizationId, from, end]);
  const total = rows.find((row) => row.total !== null)?.total ?? 0;
  if (total > GATHERED_MAX) return undefined;
  return rows.flatMap(({ json, weight, total: counted }) => (counted === null ? [{ json, weight }] : []));
}
