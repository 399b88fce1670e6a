import type { ArchivePage, ArchiveQuery, WalkQuery } from "../../../archive/archive.ts";
import { fillPage } from "../../../archive/page.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { invalidCursor } from "../../../kernel/errors.ts";
import { isUuid } from "../../../kernel/ids.ts";
import { searchTerms } from "../../../kernel/search-terms.ts";
import { PAGE_BYTES_MAX, SEARCH_TERMS_MAX } from "../../../model/page-limits.ts";
import type { Scope } from "../../../model/scope.ts";
import { openPool, type Pool } from "../../sql/postgres-pool.ts";
import { hourMark, kindMark, levelMark, organizationMark, patternMark, serviceMark } from "./postgres-index-marks.ts";

/**
 * Newest first, at a bounded cost whatever is stored:
 *
 * 1. Organization, service and time alone: the index in order of time, for a page.
 * 2. With words, a level or a kind, what is frequent shows among the newest: WALKED_MAX of them are looked at, and
 *    WALKED_ON_MAX more where those that matched promise the rest of the page among them.
 * 3. Else it is rare, and the full-text index gives all that match, up to GATHERED_MAX, to be sorted.
 * 4. Where there are more (frequent, but not of late), the time is halved, newer half first, until a part has
 *    few enough or is an hour. Partitions and the marks of hours keep what such a step reads to its part.
 */
const WALKED_MAX = 2000;
const WALKED_ON_MAX = 20_000;
/** By how much those that match may come more seldom further on. */
const WALKED_ON_MARGIN = 2;
const GATHERED_MAX = 5000;
/** Parts of a day or less name their hours to the index. */
const HOURS_NAMED_MAX = 24;
/** The times that JavaScript knows. */
const TIME_MAX = 8_640_000_000_000_000;

/**
 * The planner has no statistics of a partition that is being filled, and then sorts a whole day for one page.
 * Which index answers a query is known beforehand, so each kind of query has sessions with no other choice.
 */
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

/** How much is wanted: so many records, or those up to the first that passes so many bytes. */
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
  const parameters = new Parameters();
  const source = sourceCondition(parameters, { organizationId: scope.organizationId, service });
  const range = { from: bounded(Math.ceil(from)), to: bounded(Math.floor(to)), before: undefined };
  const time = timeCondition(parameters, range);
  const after = cursor ? parseCursor(cursor) : undefined;
  const behindCursor = after ? ` and (at, id) > (${parameters.add(after.at)}, ${parameters.add(after.id)}::uuid)` : "";
  const sql = wanted(parameters, size, `record where ${source} and ${time}${behindCursor}`, OLDEST_FIRST);
  return pageOf((await run(searcher.ordered, sql, parameters)).found, query.limit, size);
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

/** What is wanted beyond what was found; undefined where that is all. */
function beyond<Sized extends Size>(search: Sized, found: readonly Found[]): Sized | undefined {
  const limit = search.limit - found.length;
  const bytes = search.bytes - found.reduce((sum, each) => sum + bytesOf(each), 0);
  return limit > 0 && bytes >= 0 ? { ...search, limit, bytes } : undefined;
}

/** Undefined where the text holds no word to search by, so that nothing can match. */
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

/** Parameters as they are named by number while a statement is put together. */
class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

function timeCondition(parameters: Parameters, { from, to, before }: Range): string {
  const condition = `at >= ${parameters.add(from)} and at <= ${parameters.add(to)}`;
  return before
    ? `${condition} and (at, id) < (${parameters.add(before.at)}, ${parameters.add(before.id)}::uuid)`
    : condition;
}

function sourceCondition(
  parameters: Parameters,
  { organizationId, service }: Pick<Search, "organizationId" | "service">,
): string {
  const condition = `organization_id = ${parameters.add(organizationId)}`;
  return service === undefined ? condition : `${condition} and service = ${parameters.add(service)}`;
}

/** Words hold letters and digits alone, marks those and `-` and `_`: nothing that ends a quotation. */
const tsquery = (conditions: readonly string[]): string => conditions.join(" & ");

const NEWEST_FIRST = "order by at desc, id desc";
const OLDEST_FIRST = "order by at, id";

interface Answered {
  readonly at: string;
  readonly id: string;
  readonly json: string | null;
  readonly n: string | null;
}

async function run(pool: Pool, sql: string, parameters: Parameters): Promise<{ found: Found[]; others: Answered[] }> {
  const { rows } = await pool.query<Answered>(sql, parameters.values);
  const found = rows.flatMap(({ at, id, json }) => (json === null ? [] : [{ at: Number(at), id, json }]));
  return { found, others: rows.filter(({ json }) => json === null) };
}

/** The wanted ones of these rows. Their sizes are known without reading them, so that large ones stay on the disk. */
const wanted = (parameters: Parameters, { limit, bytes }: Size, from: string, order = NEWEST_FIRST): string =>
  `select at, id, json, null as n from (
     select at, id, json, sum(octet_length(json)) over (${order} rows unbounded preceding) - octet_length(json)
       as bytes_before
     from (select at, id, json from ${from} ${order} limit ${parameters.add(limit)}) as in_order
   ) as sized
   where bytes_before <= ${parameters.add(bytes)} ${order}`;

async function inOrder(search: Search, range: Range): Promise<Found[]> {
  const parameters = new Parameters();
  const from = `record where ${sourceCondition(parameters, search)} and ${timeCondition(parameters, range)}`;
  return (await run(search.searcher.ordered, wanted(parameters, search, from), parameters)).found;
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

/** Looks at the newest. */
async function walk(search: Search, range: Range, most: number): Promise<Walked> {
  const parameters = new Parameters();
  const sql = `with newest as materialized (
      select at, id, json, words @@ ${parameters.add(tsquery(search.conditions))}::tsquery as hit from record
      where ${sourceCondition(parameters, search)} and ${timeCondition(parameters, range)}
      ${NEWEST_FIRST} limit ${most}
    )
    (${wanted(parameters, search, "newest where hit")})
    union all
    (select at, id, null, (select count(*) from newest) from newest order by at, id limit 1)`;
  const { found, others } = await run(search.searcher.ordered, sql, parameters);
  const [last] = others;
  const end = last && Number(last.n) >= most ? { at: Number(last.at), id: last.id } : undefined;
  return { found, end };
}

/**
 * All that match, sorted; undefined where there are more than `most`. The organization is compared in a way
 * that no index serves: the planner is to go by the words, whatever its statistics say.
 */
async function gather(search: Search, range: Range, most = GATHERED_MAX): Promise<Found[] | undefined> {
  const parameters = new Parameters();
  const sql = `with match as materialized (
      select at, id, json from record
      where words @@ ${parameters.add(tsquery(search.conditions))}::tsquery and (${hours(parameters, search, range)})
        and organization_id || '' = ${parameters.add(search.organizationId)} and ${timeCondition(parameters, range)}
      ${Number.isFinite(most) ? `limit ${most + 1}` : ""}
    )
    (${wanted(parameters, search, "match")})
    union all
    (select null, null, null, count(*) from match)`;
  const { found, others } = await run(search.searcher.gathering, sql, parameters);
  return Number(others[0]?.n ?? 0) > most ? undefined : found;
}

function hours(parameters: Parameters, { organizationId }: Search, { from, to }: Range): string {
  if (to - from > HOURS_NAMED_MAX * HOUR_MS) return "true";
  const marks = new Set<string>();
  for (let at = from; at < to; at += HOUR_MS) marks.add(hourMark(organizationId, at));
  marks.add(hourMark(organizationId, to));
  return `words @@ ${parameters.add([...marks].map((mark) => `'${mark}'`).join(" | "))}::tsquery`;
}

/** The range without the time before the first and after the last record, so that halving begins at what is there. */
async function within(search: Search, range: Range): Promise<Range> {
  const parameters = new Parameters();
  const { rows } = await search.searcher.ordered.query<{ least: string | null; most: string | null }>(
    `select min(at) as least, max(at) as most from record
     where ${sourceCondition(parameters, search)} and ${timeCondition(parameters, { ...range, before: undefined })}`,
    parameters.values,
  );
  const { least, most } = rows[0] ?? { least: null, most: null };
  return { ...range, from: Number(least ?? range.from), to: Number(most ?? range.to) };
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
