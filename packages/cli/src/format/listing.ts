import { cleanLine } from "../text/clean-text.ts";
import { escapeFormulas } from "../text/formula.ts";
import type { Paint, Style } from "../text/paint.ts";
import { shortIds } from "../text/short-ids.ts";
import { age } from "../text/time.ts";
import { type Cell, type Column, renderTable, tabSeparated } from "./table.ts";

/** What a list is for; `wide` shows every column and cuts nothing, `name` only what other commands take. */
export type ListForm = "wide" | "csv" | "name";

/** A value of a row. Every text is safe to print. */
export interface ListCell extends Cell {
  /** What a pipe and CSV get instead: the whole value where `text` is a short or a relative one. */
  readonly exact?: string | undefined;
}

export interface ListColumn<Item> extends Column {
  /** Name of the column in CSV: the field's in the API. */
  readonly field: string;
  /** Shown by `-o wide` and `-o csv` alone. */
  readonly wide?: true;
  /** The value, as of `now` in milliseconds since 1970. */
  readonly cell: (item: Item, now: number) => ListCell;
}

/** Things of one kind, and how they are listed. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** What other commands take. It comes first; ids are cut to what still tells the items apart on a terminal. */
  readonly idOf: (item: Item) => string;
  /** Heading and field of that where it is a name; `ID` and `id` where left out. */
  readonly key?: { readonly name: string; readonly field: string };
  readonly columns: readonly ListColumn<Item>[];
}

/** Where a list goes. */
interface ListTarget {
  readonly form: ListForm | undefined;
  /** Cells of the terminal; undefined where there is none. */
  readonly width: number | undefined;
  readonly now: number;
  readonly paint: Paint;
}

/** A text value, made safe; missing ones are a dash on a terminal and in a pipe, and nothing in CSV. */
export function textCell(text: string | null | undefined): ListCell {
  return text === null || text === undefined || text === "" ? { text: "-", exact: "" } : { text: cleanLine(text) };
}

/** How a column gives way where the table is too wide, and whether only wide tables have it. */
type ColumnOptions = Pick<ListColumn<never>, "minWidth" | "dropPriority" | "wide">;
type KeysOf<Item, Value> = { [Key in keyof Item]-?: Item[Key] extends Value ? Key : never }[keyof Item] & string;
type Missing = null | undefined;

/** A field of text. */
export const textColumn = <Item>(
  name: string,
  field: KeysOf<Item, string | Missing>,
  options?: ColumnOptions,
): ListColumn<Item> => ({ name, field, ...options, cell: (item) => textCell(item[field] as string | Missing) });

/** A field with several texts, with commas between. */
export const listColumn = <Item>(
  name: string,
  field: KeysOf<Item, readonly string[]>,
  options?: ColumnOptions,
): ListColumn<Item> => ({
  name,
  field,
  ...options,
  cell: (item) => textCell((item[field] as readonly string[]).join(",")),
});

/** A field with a number. */
export const numberColumn = <Item>(
  name: string,
  field: KeysOf<Item, number>,
  options?: ColumnOptions,
): ListColumn<Item> => ({ name, field, ...options, cell: (item) => ({ text: String(item[field]) }) });

/** A field of few words, each in its style. */
export const styledColumn = <Item, Key extends KeysOf<Item, string>>(
  name: string,
  field: Key,
  styles: Readonly<Record<Item[Key] & string, Style>>,
  options?: ColumnOptions,
): ListColumn<Item> => ({
  name,
  field,
  ...options,
  cell: (item) => ({ ...textCell(item[field] as string), style: styles[item[field] as Item[Key] & string] }),
});

/** A field with a time, shown as how long ago it was. */
export const ageColumn = <Item>(
  name: string,
  field: KeysOf<Item, string>,
  options?: ColumnOptions,
): ListColumn<Item> => ({
  name,
  field,
  ...options,
  cell: (item, now) => ({ text: age(item[field] as string, now), exact: item[field] as string }),
});

/** The list as text: a table on a terminal, values with tabs between in a pipe, or the form that was asked for. */
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

/** The list as a table with short ids that fits `width` cells; without a width every column, with nothing cut. */
export function listTable<Item>(
  { items, idOf, key, columns: all }: Listing<Item>,
  { width, now, paint }: Omit<ListTarget, "form">,
): string {
  const columns = all.filter(({ wide }) => width === undefined || !wide);
  const ids = items.map((item) => cleanLine(idOf(item)));
  // A name that is cut can't be typed.
  const short = width === undefined || key ? undefined : shortIds(ids);
  const rows = items.map((item, index): Cell[] => {
    const id = ids[index] ?? "";
    return [{ text: short?.get(id) ?? id }, ...columns.map((column) => column.cell(item, now))];
  });
  const first: Column = key ? { name: key.name, minWidth: 8 } : { name: "ID" };
  return renderTable([first, ...columns], rows, width ?? Number.POSITIVE_INFINITY, paint);
}

const whole = ({ text, exact: value }: ListCell): string => value ?? text;

/** RFC 4180. Cells that a spreadsheet would take for a formula get a leading apostrophe. */
async function csvText(heading: string[], rows: string[][]): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  return stringify([heading, ...rows], { cast: { string: escapeFormulas } }).trimEnd();
}
