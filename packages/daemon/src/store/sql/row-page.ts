import type { ObjectLiteral, SelectQueryBuilder } from "typeorm";
import { invalidCursor } from "../../kernel/errors.ts";
import { fillPage } from "./fill-page.ts";

interface Page<Row> {
  readonly rows: readonly Row[];
  /** For the next page; absent on the last. */
  readonly cursor?: string;
}

/** The first `limit` rows. The query reads one row more, which tells whether a page follows. */
export function cutPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return rows.length > limit && last ? { rows: shown, cursor: cursorOf(last) } : { rows: shown };
}

/** The cursor of a list in the order of a time and then of numbers. */
export const cursorAt = (at: number, seq: number): string => `${at}.${seq}`;

/** The place at which the page before ended. Throws `invalid_cursor` for what no page answered. */
export function placeOf(cursor: string): { readonly at: number; readonly seq: number } {
  const [, at, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined) throw invalidCursor();
  return { at: Number(at), seq: Number(seq) };
}

/** The number at which the page before ended. Throws `invalid_cursor` for what no page answered. */
export function seqOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** A page, newest first, bounded by rows and bytes of the column `weighed`. The query needs an index ending in `seq`. */
export async function readPage<Row extends ObjectLiteral & { seq: number }>(
  query: SelectQueryBuilder<Row>,
  weighed: keyof Row & string,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Row>> {
  const { alias } = query;
  query.orderBy(`${alias}.seq`, "DESC");
  if (cursor) query.andWhere(`${alias}.seq < :cursor`, { cursor: seqOf(cursor) });
  const sizes = await query
    .clone()
    .select(`${alias}.seq`, "seq")
    .addSelect(`octet_length(${alias}.${weighed})`, "bytes")
    .limit(limit + 1)
    .getRawMany<{ seq: number | string; bytes: number | null }>();
  const { rows, more } = fillPage(sizes, limit, ({ bytes }) => bytes ?? 0);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return { rows: [] };
  query.andWhere(`${alias}.seq between :last and :first`, { last: last.seq, first: first.seq });
  const found = await query.getMany();
  return more ? { rows: found, cursor: String(last.seq) } : { rows: found };
}
