import stringWidth from "string-width";
import type { Paint, Style } from "../text/paint.ts";
import { truncate } from "../text/truncate.ts";

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface Column {
  readonly name: string;
  /** Minimum width when the table is too wide; columns with a drop priority shrink first. */
  readonly minWidth?: number;
  /**
   * The column is dropped if otherwise a column that must stay gets fewer cells than this. The highest is dropped
   * first.
   */
  readonly dropPriority?: number;
}

const gap = "  ";

/**
 * A table of at most `width` cells.
 *
 *     ID        SEVERITY  TITLE           AGE
 *     3f2a9c1e  CRITICAL  Error rate of…  5m
 */
export function renderTable(
  columns: readonly Column[],
  given: readonly (readonly Cell[])[],
  width: number,
  paint: Paint,
): string {
  const rows = given.map((row) => row.map((cell) => boundLength(cell, width)));
  const without = (index: number): string =>
    renderTable(
      columns.toSpliced(index, 1),
      rows.map((row) => row.toSpliced(index, 1)),
      width,
      paint,
    );
  const wanted = columns.map(({ name }, index) =>
    Math.max(stringWidth(name), ...rows.map((row) => stringWidth(row[index]?.text ?? ""))),
  );
  const empty = wanted.indexOf(0);
  if (empty !== -1) return without(empty);
  const widths = shrinkColumns(columns, wanted, width - gap.length * (columns.length - 1));
  const spare = columnToDrop(columns, wanted, widths, width);
  if (spare !== -1) return without(spare);
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, index === columns.length - 1, paint))
      .join(gap)
      .trimEnd();
  return [line(columns.map(({ name }) => ({ text: name, style: "bold" }))), ...rows.map(line)].join("\n");
}

/** Bounds a text before its width is measured, which takes seconds for long ones. */
const CHARACTERS_PER_CELL = 16;

const boundLength = (cell: Cell, width: number): Cell =>
  cell.text.length > width * CHARACTERS_PER_CELL
    ? { ...cell, text: cell.text.slice(0, width * CHARACTERS_PER_CELL).toWellFormed() }
    : cell;

function pad({ text, style }: Cell, width: number, isLast: boolean, paint: Paint): string {
  const shown = truncate(text, width);
  return (style ? paint(style, shown) : shown) + (isLast ? "" : " ".repeat(Math.max(0, width - stringWidth(shown))));
}

/** Shrinks the widest column that can shrink, cell by cell, until the columns fit. */
function shrinkColumns(columns: readonly Column[], wanted: readonly number[], available: number): number[] {
  const widths = [...wanted];
  const spareIn = (index: number) => (widths[index] ?? 0) - (columns[index]?.minWidth ?? Number.POSITIVE_INFINITY);
  const widest = (which: (column: Column) => boolean): number | undefined =>
    columns
      .flatMap((column, index) => (which(column) && spareIn(index) > 0 ? [index] : []))
      .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
  for (let over = sum(widths) - available; over > 0; over -= 1) {
    const giving = widest(({ dropPriority }) => dropPriority !== undefined) ?? widest(() => true);
    if (giving === undefined) break;
    widths[giving] = (widths[giving] ?? 0) - 1;
  }
  return widths;
}

/** Index of the column to drop; -1 if all can stay. */
function columnToDrop(
  columns: readonly Column[],
  wanted: readonly number[],
  widths: readonly number[],
  width: number,
): number {
  const tooWide = sum(widths) + gap.length * (columns.length - 1) > width;
  // The smallest width of a cut column that must stay.
  const shortest = Math.min(
    ...columns.flatMap(({ minWidth, dropPriority }, index) => {
      const isCut = (widths[index] ?? 0) < (wanted[index] ?? 0);
      return minWidth !== undefined && dropPriority === undefined && isCut ? [widths[index] ?? 0] : [];
    }),
  );
  const highest = Math.max(...columns.map(({ dropPriority = -1 }) => dropPriority));
  return highest >= 0 && (tooWide || shortest < highest)
    ? columns.findLastIndex(({ dropPriority }) => dropPriority === highest)
    : -1;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The same for a pipe: values separated by tabs, uncut. */
export function tabSeparated(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(({ text }) => text).join("\t")).join("\n");
}
