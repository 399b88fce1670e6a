import type { ArchivePage, ArchiveQuery, WalkQuery } from "../../../archive/archive.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { invalidCursor } from "../../../kernel/errors.ts";
import { isUuid } from "../../../kernel/ids.ts";
import { searchTerms } from "../../../kernel/search-terms.ts";
import { PAGE_BYTES_MAX, SEARCH_TERMS_MAX } from "../../../model/page-limits.ts";
import type { Scope } from "../../../model/scope.ts";
import { fillPage } from "../../sql/fill-page.ts";
import { openPool, type Pool } from "../../sql/postgres-pool.ts";
import { empty, raw, type Sql, sql } from "../../sql/statement.ts";
import { hourMark, kindMark, levelMark, organizationMark, patternMark, serviceMark } from "./postgres-index-marks.ts";

/**
 * Newest first, at a bounded cost whatever is stored:
 *
 * 1. Organization, service and time alone: the index in order of time, for a page.
 * 2. With words, a level or a kind: frequent matches are among the newest WALKED_MAX records. WALKED_ON_MAX more are read
 *    where the rate of matches promises the rest of the page among them.
 * 3. Rare matches: the full-text index gives all of them, up to GATHERED_MAX, to be sorted.
 * 4. More matches, but not among the newest: the range is halved, newer half first, until a part has few enough or is an
 *    hour. Partitions and the marks of hours limit each step to its part.
 */
const WALKED_MAX = 2000;
const WALKED_ON_MAX = 20_000;
/** How much rarer matches may be further on. */
const WALKED_ON_MARGIN = 2;
const GATHERED_MAX = 5000;
/** A range of at most a day is limited by the marks of its hours. */
const HOURS_NAMED_MAX = 24;
/** The times that JavaScript knows. */
const TIME_MAX = 8_640_000_000_000_000;

/** Each kind of query has sessions with one choice of index: the planner has none for a partition being filled. */
export interface Searcher {
  /** By the index in order of time. */
  readonly ordered: Pool;
  /** By the full-text index. */
  readonly gathering: Pool;
}

/** One that runs so long would be given up by its caller. */
const SESSION_SETTINGS = { statement_timeout: "15000", jit: "off", enable_seqscan: "off" };

export const openSearcher = (url: string, connectionsMax: number): Searcher => ({
  ordered: openPool(url, {
    name: "search",
    connectionsMax,
    settings: { ...SESSION_SETTINGS, enable_bitmapscan: "off", enable_sort: "off" },
  }),
  gathering: openPool(url, {
    name: "search-words",
    connectionsMax,
    settings: { ...SESSION_SETTINGS, enable_indexscan: "off", enable_indexonlyscan: "off" },
  }),
});

interface Position {
  readonly at: number;
  readonly id: string;
}

interface Found extends Position {
  readonly json: string;
}

/** The records wanted: at most `limit`, up to the first that exceeds `bytes`. */
interface Size {
  readonly limit: number;
  readonly bytes: number;
}

interface Search extends Size {
  readonly searcher: Searcher;
  readonly organizationId: string;
  readonly service: string | undefined;
  /** Marks and words that must all occur, as the full-text index is asked. */
  readonly conditions: readonly string[];
}

/** Inclusive; and before this position, where one is given. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly before: Position | undefined;
}

export async function searchRecords(searcher: Searcher, scope: Scope, query: ArchiveQuery): Promise<ArchivePage> {
  const conditions = conditionsOf(scope, query);
  // PostgreSQL's text holds no U+0000, so no service does.
  if (!conditions || query.service?.includes("\u0000")) return { records: [] };
  const { organizationId } = scope;
  const search: Search = {
    searcher,
    organizationId,
    service: query.service,
    conditions,
    limit: query.limit + 1,
    bytes: PAGE_BYTES_MAX,
  };
  const before = query.cursor ? parseCursor(query.cursor) : undefined;
  const range: Range = {
    from: bounded(Math.ceil(query.from ?? -TIME_MAX)),
    to: Math.min(bounded(Math.floor(query.to ?? TIME_MAX)), before?.at ?? TIME_MAX),
    before,
  };
  const found = conditions.length === 0 ? await inOrder(search, range) : await withWords(search, range);
  return pageOf(found, query.limit, search);
}

/** The oldest first, by the same index read backward. */
export async function walkRecords(searcher: Searcher, scope: Scope, query: WalkQuery): Promise<ArchivePage> {
  const { service, from, to, cursor } = query;
  if (service?.includes("\u0000")) return { records: [] };
  const size = { limit: query.limit + 1, bytes: PAGE_BYTES_MAX };
  const source = sourceCondition({ organizationId: scope.organizationId, service });
  const range = { from: bounded(Math.ceil(from)), to: bounded(Math.floor(to)), before: undefined };
  const after = cursor ? parseCursor(cursor) : undefined;
  const behindCursor = after ? sql`and (at, id) > (${after.at}, ${after.id}::uuid)` : empty;
  const records = sql`record where ${source} and ${timeCondition(range)} ${behindCursor}`;
  return pageOf((await run(searcher.ordered, wanted(size, records, OLDEST_FIRST))).found, query.limit, size);
}

function pageOf(found: readonly Found[], limit: number, size: Size): ArchivePage {
  const { rows, more } = fillPage(found, limit, bytesOf);
  const last = rows.at(-1);
  const records = rows.map(({ json }) => json);
  // One that passes the bytes of a page by itself was the only one asked for.
  const cut = more || beyond(size, found) === undefined;
  return cut && last ? { records, cursor: `${last.at.toString(36)}.${last.id}` } : { records };
}

const bytesOf = ({ json }: Found): number => Buffer.byteLength(json);

/** The rest of the search after these records; undefined if nothing remains. */
function beyond<Sized extends Size>(search: Sized, found: readonly Found[]): Sized | undefined {
  const limit = search.limit - found.length;
  const bytes = search.bytes - found.reduce((sum, each) => sum + bytesOf(each), 0);
  return limit > 0 && bytes >= 0 ? { ...search, limit, bytes } : undefined;
}

/** Undefined where the text has no word to search by, so that nothing can match. */
function conditionsOf({ organizationId }: Scope, query: ArchiveQuery): string[] | undefined {
  const words: string[] = [];
  if (query.level) words.push(levelMark(organizationId, query.level));
  if (query.kind) words.push(kindMark(organizationId, query.kind));
  if (query.text !== undefined && query.text.trim() !== "") {
    const terms = searchTerms(query.text, SEARCH_TERMS_MAX);
    if (terms.length === 0) return undefined;
    words.push(...terms);
  }
  const anyOf = query.patternIds?.map((id) => `'${patternMark(organizationId, id)}'`) ?? [];
  if (words.length === 0 && anyOf.length === 0) return words;
  words.push(
    query.service === undefined ? organizationMark(organizationId) : serviceMark(organizationId, query.service),
  );
  const conditions = words.map((word) => `'${word}'`);
  if (anyOf.length > 0) conditions.push(`(${anyOf.join(" | ")})`);
  return conditions;
}

const bounded = (time: number): number => Math.min(TIME_MAX, Math.max(-TIME_MAX, Number.isNaN(time) ? 0 : time));

/** A cursor is the time, in base 36, and the id of a record. */
function parseCursor(text: string): Position {
  const [, time = "", id = ""] = /^(-?[0-9a-z]{1,11})\.(.*)$/.exec(text) ?? [];
  if (!isUuid(id)) throw invalidCursor();
  const at = Number.parseInt(time, 36);
  if (Math.abs(at) > TIME_MAX) throw invalidCursor();
  return { at, id };
}

function timeCondition({ from, to, before }: Range): Sql {
  const condition = sql`at >= ${from} and at <= ${to}`;
  return before ? sql`${condition} and (at, id) < (${before.at}, ${before.id}::uuid)` : condition;
}

function sourceCondition({ organizationId, service }: Pick<Search, "organizationId" | "service">): Sql {
  const condition = sql`organization_id = ${organizationId}`;
  return service === undefined ? condition : sql`${condition} and service = ${service}`;
}

/** Words hold letters and digits alone, marks those and `-` and `_`: nothing that ends a quotation. */
const tsquery = (conditions: readonly string[]): string => conditions.join(" & ");

const NEWEST_FIRST = raw("order by at desc, id desc");
const OLDEST_FIRST = raw("order by at, id");

/** A record, or a row about the whole where `json` is null. */
interface Answered {
  readonly at: number;
  readonly id: string;
  readonly json: string | null;
  readonly n: number | null;
}

async function run(pool: Pool, statement: Sql): Promise<{ found: Found[]; others: Answered[] }> {
  const { rows } = await pool.query<Answered>(statement);
  const found = rows.flatMap(({ at, id, json }) => (json === null ? [] : [{ at, id, json }]));
  return { found, others: rows.filter(({ json }) => json === null) };
}

/** The first of these records, up to the limits of `Size`. Their sizes are known without reading the large ones. */
const wanted = ({ limit, bytes }: Size, from: Sql, order = NEWEST_FIRST): Sql =>
  sql`select at, id, json, null as n from (
        select at, id, json, sum(octet_length(json)) over (${order} rows unbounded preceding) - octet_length(json)
          as bytes_before
        from (select at, id, json from ${from} ${order} limit ${limit}) as in_order
      ) as sized
      where bytes_before <= ${bytes} ${order}`;

async function inOrder(search: Search, range: Range): Promise<Found[]> {
  const records = sql`record where ${sourceCondition(search)} and ${timeCondition(range)}`;
  return (await run(search.searcher.ordered, wanted(search, records))).found;
}

async function withWords(search: Search, range: Range): Promise<readonly Found[]> {
  const first = await walk(search, range, WALKED_MAX);
  const { found, end } = await walkOn(search, range, first);
  const left = beyond(search, found);
  if (!left || !end) return found;
  const rest = behind(range, end);
  const gathered = await gather(left, rest);
  return [...found, ...(gathered ?? (await halve(left, await within(left, rest))))];
}

interface Walked {
  readonly found: readonly Found[];
  /** Where it stopped; undefined where nothing is left. */
  readonly end: Position | undefined;
}

const behind = ({ from }: Range, end: Position): Range => ({ from, to: end.at, before: end });

/** All that match, of a level that is logged now and then, are far more than the few that the page wants. */
async function walkOn(search: Search, range: Range, first: Walked): Promise<Walked> {
  const left = beyond(search, first.found);
  if (!left || !first.end || first.found.length === 0) return first;
  const most = Math.ceil((left.limit / first.found.length) * WALKED_MAX * WALKED_ON_MARGIN);
  if (most > WALKED_ON_MAX) return first;
  const { found, end } = await walk(left, behind(range, first.end), most);
  return { found: [...first.found, ...found], end };
}

/** Looks at the newest records. */
async function walk(search: Search, range: Range, most: number): Promise<Walked> {
  const { found, others } = await run(
    search.searcher.ordered,
    sql`with newest as materialized (
          select at, id, json, words @@ ${tsquery(search.conditions)}::tsquery as hit from record
          where ${sourceCondition(search)} and ${timeCondition(range)}
          ${NEWEST_FIRST} limit ${raw(most)}
        )
        (${wanted(search, raw("newest where hit"))})
        union all
        (select at, id, null, (select count(*) from newest) from newest order by at, id limit 1)`,
  );
  const [last] = others;
  const end = last && (last.n ?? 0) >= most ? { at: last.at, id: last.id } : undefined;
  return { found, end };
}

/** All matches, sorted; undefined for more than `most`. The organization is compared without an index. */
async function gather(search: Search, range: Range, most = GATHERED_MAX): Promise<Found[] | undefined> {
  const { found, others } = await run(
    search.searcher.gathering,
    sql`with match as materialized (
          select at, id, json from record
          where words @@ ${tsquery(search.conditions)}::tsquery and (${hours(search, range)})
            and organization_id || '' = ${search.organizationId} and ${timeCondition(range)}
          ${raw(Number.isFinite(most) ? `limit ${most + 1}` : "")}
        )
        (${wanted(search, raw("match"))})
        union all
        (select null, null, null, count(*) from match)`,
  );
  return (others[0]?.n ?? 0) > most ? undefined : found;
}

function hours({ organizationId }: Search, { from, to }: Range): Sql {
  if (to - from > HOURS_NAMED_MAX * HOUR_MS) return raw("true");
  const marks = new Set<string>();
  for (let at = from; at < to; at += HOUR_MS) marks.add(hourMark(organizationId, at));
  marks.add(hourMark(organizationId, to));
  return sql`words @@ ${[...marks].map((mark) => `'${mark}'`).join(" | ")}::tsquery`;
}

/** The range without the time before the first and after the last record, so that halving begins at the data. */
async function within(search: Search, range: Range): Promise<Range> {
  const { rows } = await search.searcher.ordered.query<{ least: number | null; most: number | null }>(
    sql`select min(at) as least, max(at) as most from record
        where ${sourceCondition(search)} and ${timeCondition({ ...range, before: undefined })}`,
  );
  return { ...range, from: rows[0]?.least ?? range.from, to: rows[0]?.most ?? range.to };
}

async function halve(search: Search, range: Range): Promise<Found[]> {
  const firstHour = Math.floor(range.from / HOUR_MS);
  const lastHour = Math.floor(range.to / HOUR_MS);
  // An hour is read whole: the finest that the index tells apart.
  if (firstHour >= lastHour) return (await gather(search, range, Number.POSITIVE_INFINITY)) ?? [];
  const middle = (firstHour + Math.ceil((lastHour - firstHour) / 2)) * HOUR_MS;
  const found: Found[] = [];
  for (const part of [
    { ...range, from: middle },
    { ...range, to: middle - 1 },
  ]) {
    const left = beyond(search, found);
    if (!left) break;
    found.push(...((await gather(left, part)) ?? (await halve(left, part))));
  }
  return found;
}
