import type { ArchivePage, ArchiveQuery, Sampled, SampleQuery, WalkQuery } from "../../../archive/archive.ts";
import type { Scope } from "../../../model/scope.ts";
import { buildPage } from "../../sql/fill-page.ts";
import type { EventFile, KeyedRecord, Order } from "./event-file.ts";
import { firstKeyAt, formatCursor, KEY_MAX, type KeyRange, parseCursor, SAMPLE_HASHES } from "./event-keys.ts";
import type { OpenFiles } from "./open-files.ts";
import type { Segment } from "./segment-files.ts";
import { type Conditions, sampleExpression, searchExpression, textExpression } from "./sqlite-index-marks.ts";

export async function searchFiles(files: OpenFiles, scope: Scope, query: ArchiveQuery): Promise<ArchivePage> {
  const ends = [KEY_MAX];
  if (query.to !== undefined) ends.push(firstKeyAt(query.to + 1) - 1n);
  if (query.cursor) ends.push(parseCursor(query.cursor) - 1n);
  const to = ends.reduce(earlier);
  const range = { from: firstKeyAt(query.from ?? Number.NEGATIVE_INFINITY), to };
  return readPage(files, { scope, conditions: query, range, order: "newest", limit: query.limit });
}

export async function walkFiles(files: OpenFiles, scope: Scope, query: WalkQuery): Promise<ArchivePage> {
  const start = firstKeyAt(query.from);
  const after = query.cursor ? parseCursor(query.cursor) + 1n : start;
  const range = { from: after > start ? after : start, to: firstKeyAt(query.to + 1) - 1n };
  const { limit, ...conditions } = query;
  return readPage(files, { scope, conditions, range, order: "oldest", limit });
}

interface PageQuery {
  readonly scope: Scope;
  readonly conditions: Conditions;
  readonly range: KeyRange;
  readonly order: Order;
  readonly limit: number;
}

/** Segments are read one after the other until the page is full. Matches of `events.db` are merged in. */
async function readPage(files: OpenFiles, query: PageQuery): Promise<ArchivePage> {
  const { range, order, limit } = query;
  if (range.from > range.to) return { records: [] };
  const builder = buildPage<KeyedRecord>(limit, ({ json }) => Buffer.byteLength(json));
  const pause = createPause();
  let outsideNext = firstMatch(files.outside(), query, range);
  for (const { segment, part } of partsOf(files.segments(), range, order)) {
    const isOutside = outsideNext !== undefined && outsideNext >= part.from && outsideNext <= part.to;
    if (!segment && !isOutside) continue;
    const wanted = limit + 1 - builder.page.rows.length;
    const inSegment = () => matches(segment && files.open(segment), query, part, wanted);
    const inOutside = () => matches(files.outside(), query, part, wanted);
    builder.fill(isOutside ? merge(inSegment, inOutside, order) : inSegment());
    if (builder.page.more) break;
    if (isOutside) outsideNext = firstMatch(files.outside(), query, behind(part, range, order));
    await pause();
  }
  const { rows, more } = builder.page;
  const last = rows.at(-1);
  const records = rows.map(({ json }) => json);
  return more && last ? { records, cursor: formatCursor(last.key) } : { records };
}

function firstMatch(file: EventFile, { scope, conditions, order }: PageQuery, range: KeyRange): bigint | undefined {
  const expression = searchExpression(file.sources, scope, conditions);
  return expression === undefined ? undefined : file.firstMatch(expression, range, order);
}

function matches(
  file: EventFile | undefined,
  { scope, conditions, order }: PageQuery,
  range: KeyRange,
  limit: number,
): Iterable<KeyedRecord> {
  const expression = file && searchExpression(file.sources, scope, conditions);
  if (!file || expression === undefined) return [];
  // A look for the words alone costs half of one with marks, and rules most segments out for a rare word.
  const words = textExpression(conditions);
  if (words !== undefined && file.firstMatch(words, range, order) === undefined) return [];
  return file.matches(expression, range, order, limit);
}

interface Part {
  /** Undefined for a time that no segment holds. */
  readonly segment: Segment | undefined;
  readonly part: KeyRange;
}

/** The whole range, cut where segments begin and end. */
function partsOf(segments: readonly Segment[], range: KeyRange, order: Order): Part[] {
  const parts: Part[] = [];
  let from = range.from;
  for (const segment of overlapping(segments, range)) {
    if (segment.from > from) parts.push({ segment: undefined, part: { from, to: segment.from - 1n } });
    parts.push({ segment, part: intersect(segment, range) });
    from = segment.to + 1n;
  }
  if (from <= range.to) parts.push({ segment: undefined, part: { from, to: range.to } });
  return order === "oldest" ? parts : parts.reverse();
}

const overlapping = (segments: readonly Segment[], { from, to }: KeyRange): Segment[] =>
  segments.filter((segment) => segment.from <= to && segment.to >= from);

const intersect = (a: KeyRange, b: KeyRange): KeyRange => ({ from: later(a.from, b.from), to: earlier(a.to, b.to) });

/** `Math.min` takes no bigints. */
const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const behind = (part: KeyRange, range: KeyRange, order: Order): KeyRange =>
  order === "newest" ? { from: range.from, to: part.from - 1n } : { from: part.to + 1n, to: range.to };

type Rows = () => Iterable<KeyedRecord>;

/** Two sources in one order. Both are closed however the reading ends: an open iterator locks its file's connection. */
function* merge(first: Rows, second: Rows, order: Order): Generator<KeyedRecord> {
  const open: Iterator<KeyedRecord>[] = [];
  try {
    const heads = [first, second].map((rows) => {
      const iterator = rows()[Symbol.iterator]();
      open.push(iterator);
      return { iterator, head: iterator.next() };
    });
    for (;;) {
      const left = heads.filter(({ head }) => !head.done);
      const [a, b] = left;
      if (!a) return;
      const isFirst = !b || a.head.value.key > b.head.value.key === (order === "newest");
      const chosen = isFirst ? a : b;
      yield chosen.head.value as KeyedRecord;
      chosen.head = chosen.iterator.next();
    }
  } finally {
    for (const iterator of open) iterator.return?.();
  }
}

/** A search yields its thread to others after this time. */
const PAUSE_AFTER_MS = 8;

function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < PAUSE_AFTER_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

/** Draws records by a hash of their key, before any is read: 0.2 microseconds for each record of the service. */
export async function sampleFiles(files: OpenFiles, scope: Scope, query: SampleQuery): Promise<Sampled[]> {
  const range = { from: firstKeyAt(query.from), to: firstKeyAt(query.from + query.step * query.steps) - 1n };
  const parts: Part[] = overlapping(files.segments(), range).map((segment) => ({
    segment,
    part: intersect(segment, range),
  }));
  parts.push({ segment: undefined, part: range });
  // Each file is opened for both steps: there may be more of them than stay open at one time.
  const fromEach = <Value>(read: (file: EventFile, expression: string, part: KeyRange) => Value): Value[] =>
    parts.flatMap(({ segment, part }) => {
      const file = segment ? files.open(segment) : files.outside();
      const expression = file && sampleExpression(file.sources, scope, query);
      return file && expression !== undefined ? [read(file, expression, part)] : [];
    });
  const counts = fromEach((file, expression, part) => file.countMatches(expression, part));
  const weight = Math.max(1, counts.reduce((sum, count) => sum + count, 0) / query.most);
  const drawn = fromEach((file, expression, part) => file.drawMatches(expression, part, SAMPLE_HASHES / weight)).flat();
  return drawn.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ json }) => ({ json, weight }));
}

/**
 * Ids tell when a record was received, which is when it happened for most: that day's segments are asked first.
 */
export async function getFromFiles(files: OpenFiles, scope: Scope, id: string): Promise<string | undefined> {
  const pause = createPause();
  const received = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  const distance = ({ start, end }: Segment): number =>
    received < start ? start - received : Math.max(0, received - end);
  const near = [...files.segments()].sort((a, b) => distance(a) - distance(b) || b.start - a.start);
  for (const segment of [...near, undefined]) {
    const json = (segment ? files.open(segment) : files.outside())?.get(id);
    if (json !== undefined) return isOf(scope, json) ? json : undefined;
    await pause();
  }
  return undefined;
}

const isOf = ({ organizationId }: Scope, json: string): boolean =>
  (JSON.parse(json) as { organizationId: string }).organizationId === organizationId;
