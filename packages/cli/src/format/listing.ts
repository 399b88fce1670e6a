import { cleanLine } from "../text/clean-text.ts";
import { escapeFormulas } from "../text/formula.ts";
import type { Paint, Style } from "../text/paint.ts";
import { shortIds } from "../text/short-ids.ts";
import { age } from "../text/time.ts";
import { type Cell, type Column, renderTable, tabSeparated } from "./table.ts";

/** The form of a list: `wide` has all columns uncut, `name` only the ids. */
export type ListForm = "wide" | "csv" | "name";

/** A cell; its texts are safe to print. */
export interface ListCell extends Cell {
  /** The full value for pipes and CSV, if `text` is shortened or relative. */
  readonly exact?: string | undefined;
}

export interface ListColumn<Item> extends Column {
  /** Heading in CSV: the name of the field in the API. */
  readonly field: string;
  /** Only for `-o wide` and `-o csv`. */
  readonly wide?: true;
  /** The cell of an item at `now`, in milliseconds since 1970. */
  readonly cell: (item: Item, now: number) => ListCell;
}

/** A list of items with its columns. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /**
   * The id or name that other commands take, in the first column. A terminal shows the shortest unique prefix of ids.
   */
  readonly idOf: (item: Item) => string;
  /** Heading and field of the first column; by default `ID` and `id`. */
  readonly key?: { readonly name: string; readonly field: string };
  readonly columns: readonly ListColumn<Item>[];
}

interface ListTarget {
  readonly form: ListForm | undefined;
  /** Width of the terminal; undefined for a pipe. */
  readonly width: number | undefined;
  readonly now: number;
  readonly paint: Paint;
}

/** A cleaned text. Missing ones are a dash on a terminal and in a pipe, and empty in CSV. */
export function textCell(text: string | null | undefined): ListCell {
  return text === null || text === undefined || text === "" ? { text: "-", exact: "" } : { text: cleanLine(text) };
}

/** Options for tables that are too wide, and for columns of wide tables only. */
type ColumnOptions = Pick<ListColumn<never>, "minWidth" | "dropPriority" | "wide">;
type KeysOf<Item, Value> = { [Key in keyof Item]-?: Item[Key] extends Value ? Key : never }[keyof Item] & string;
type Missing = null | undefined;
type Key<Item> = { readonly name: string; readonly field: KeysOf<Item, string> };

/** A column with computed values; texts are cleaned. */
export const column = <Item>(
  name: string,
  field: string,
  cell: (item: Item, now: number) => ListCell | string | number | Missing,
  options?: ColumnOptions,
): ListColumn<Item> => ({
  name,
  field,
  ...options,
  cell: (item, now) => {
    const value = cell(item, now);
    return typeof value === "object" && value !== null ? value : textCell(value?.toString());
  },
});

/** A column with a field as it is; several texts have commas between them. */
export const fieldColumn = <Item>(
  name: string,
  field: KeysOf<Item, string | number | readonly string[] | Missing>,
  options?: ColumnOptions,
): ListColumn<Item> => column(name, field, (item) => item[field]?.toString(), options);

/** A column with a field of few words, each in its style. */
export const styledColumn = <Item, Key extends KeysOf<Item, string>>(
  name: string,
  field: Key,
  styles: Readonly<Record<Item[Key] & string, Style>>,
  options?: ColumnOptions,
): ListColumn<Item> => {
  const word = (item: Item) => item[field] as Item[Key] & string;
  return column(name, field, (item) => ({ ...textCell(word(item)), style: styles[word(item)] }), options);
};

/** A column with a time, shown as how long ago it was. */
export const ageColumn = <Item>(name: string, field: KeysOf<Item, string>, options?: ColumnOptions): ListColumn<Item> =>
  column(
    name,
    field,
    (item, now) => ({ text: age(item[field] as string, now), exact: item[field] as string }),
    options,
  );

/** Lists items with their id and these columns. */
export const listingOf =
  <Item extends { readonly id: string }>(columns: readonly ListColumn<Item>[]) =>
  (items: readonly Item[]): Listing<Item> => ({ items, columns, idOf: ({ id }) => id });

/** The same with another field in place of the id, under its own heading. */
export const keyedListingOf =
  <Item>(key: Key<Item>, columns: readonly ListColumn<Item>[]) =>
  (items: readonly Item[]): Listing<Item> => ({ items, columns, key, idOf: (item) => item[key.field] as string });

/** The list as text: a table on a terminal, tab-separated values in a pipe, or the requested form. */
export async function listText<Item>(listing: Listing<Item>, target: ListTarget): Promise<string> {
  const { form, width, now } = target;
  if (form === "name") return listing.items.map((item) => cleanLine(listing.idOf(item))).join("\n");
  if (form !== "csv" && width !== undefined)
    return form === "wide" ? listTable(listing, { ...target, width: undefined }) : listTable(listing, target);
  const columns = listing.columns.filter(({ wide }) => form !== undefined || !wide);
  const rows = listing.items.map((item) => [
    cleanLine(listing.idOf(item)),
    ...columns.map((column) => whole(column.cell(item, now))),
  ]);
  if (form === "csv") return csvText([listing.key?.field ?? "id", ...columns.map(({ field }) => field)], rows);
  return tabSeparated(rows.map((row) => row.map((text) => ({ text: text || "-" }))));
}

/** The list as a table of `width` cells with short ids; without a width all columns, uncut. */
export function listTable<Item>(
  { items, idOf, key, columns: all }: Listing<Item>,
  { width, now, paint }: Omit<ListTarget, "form">,
): string {
  const columns = all.filter(({ wide }) => width === undefined || !wide);
  const ids = items.map((item) => cleanLine(idOf(item)));
  // A cut name can't be typed.
  const short = width === undefined || key ? undefined : shortIds(ids);
  const rows = items.map((item, index): Cell[] => {
    const id = ids[index] ?? "";
    return [{ text: short?.get(id) ?? id }, ...columns.map((column) => column.cell(item, now))];
  });
  const first: Column = key ? { name: key.name, minWidth: 8 } : { name: "ID" };
  return renderTable([first, ...columns], rows, width ?? Number.POSITIVE_INFINITY, paint);
}

const whole = ({ text, exact: value }: ListCell): string => value ?? text;

/** CSV (RFC 4180) without formula injection. */
async function csvText(heading: string[], rows: string[][]): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  return stringify([heading, ...rows], { cast: { string: escapeFormulas } }).trimEnd();
}
