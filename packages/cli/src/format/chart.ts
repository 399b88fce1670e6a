import stringWidth from "string-width";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { truncate } from "../text/truncate.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";

/** A value at a time (ISO 8601); null without a measurement. */
export interface Point {
  readonly at: string;
  readonly value: number | null;
}

/** An event at a time (ISO 8601) to mark in the chart. */
export interface Mark {
  readonly at: string;
  /** Such as `onset`. */
  readonly label: string;
}

/** The style of charts: block elements, ASCII, or a sentence. */
export type ChartStyle = "blocks" | "ascii" | "words";

export interface ChartLayout {
  readonly width: number;
  /** Lines of the plot, without axis and legend. */
  readonly height?: number;
  readonly drawing: ChartStyle;
  readonly paint: Paint;
  /** Unit of the values, such as `ms`. */
  readonly unit?: string;
  readonly marks?: readonly Mark[];
}

const eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const asciiEighths = [".", ".", ".", ":", ":", ":", "#", "#"];

/** The style for the terminal: a sentence for screen readers, ASCII if the terminal is dumb or not UTF-8. */
export function chartStyleFor(env: Readonly<Record<string, string | undefined>>): ChartStyle {
  // The same values as for the board.
  if (env["INK_SCREEN_READER"] === "true" || /^(?:1|true|y|yes)$/i.test(env["TOCSIN_SCREEN_READER"] ?? ""))
    return "words";
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "UTF-8";
  return env["TERM"] !== "dumb" && /utf-?8/i.test(locale) ? "blocks" : "ascii";
}

/** A sparkline (Tufte, 2006): one cell a value, a space for missing ones. Constant values are half high, zeros low. */
export function sparkline(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null && Number.isFinite(value));
  const { low, high } = bounds(known);
  const level = (value: number): number => {
    if (high === low) return high === 0 ? 0 : 3;
    return Math.round(scaleToUnit(value, low, high) * (eighths.length - 1));
  };
  return values.map((value) => (value === null || !Number.isFinite(value) ? " " : eighths[level(value)])).join("");
}

interface Known {
  readonly at: number;
  readonly value: number;
}

/** Start, end and median interval of the values, in milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly interval: number;
}

/** A mark with its letter, and its column if it is within the chart. */
interface PlacedMark extends Mark {
  readonly letter: string;
  readonly column: number | undefined;
}

/**
 * Values over time as bars, with marks by letter. A column shows the maximum of its time. 0 is drawn as `_`, a gap as a
 * space.
 *
 *                 A
 *     34 % |      | ▂█▇
 *          |      |▆███
 *      0 % |▁▁▁▁▁▁█████
 *           08:00  09:00
 *     A  2026-11-20 08:31:10  onset
 */
export function renderChart(points: readonly Point[], layout: ChartLayout): string {
  const all = inOrder(points);
  const known = measured(all);
  if (known.length === 0) return "There are no values.";
  if (layout.drawing === "words") return wrap(describeChart(points, layout), layout.width);
  const { low, high } = bounds(known.map(({ value }) => value));
  const scale = { low: Math.min(0, low), high: Math.max(0, high) };
  const height = Math.max(2, layout.height ?? 8);
  const labels = Array.from({ length: height }, (_, row) => {
    if (row === height - 1) return valueText(scale.high, layout.unit);
    return row === 0 ? valueText(scale.low, layout.unit) : "";
  });
  const margin = Math.max(...labels.map((label) => stringWidth(label)));
  const span = spanOf(all);
  const columns = columnsOf(all, span, Math.max(10, layout.width - margin - 2));
  const marks = placeMarks(layout.marks ?? [], span, columns.length);
  const heights = columns.map((value) =>
    value === null ? null : scaleToUnit(value, scale.low, scale.high) * height * 8,
  );
  const indent = " ".repeat(margin + 2);
  const rows = labels.map((label, row) => {
    const cells = heights.map((each, column) =>
      cell(
        each,
        row,
        marks.some((mark) => mark.column === column),
        layout,
      ),
    );
    return `${" ".repeat(margin - stringWidth(label))}${label} |${paintCells(cells, layout.paint)}`.trimEnd();
  });
  return [
    ...markRow(marks, columns.length, indent),
    ...rows.reverse(),
    `${indent}${timeAxis(span, columns.length)}`,
    ...marks.map((mark) => legendLine(mark, layout)),
  ].join("\n");
}

/** The chart as a sentence: minimum, maximum, last value, trend, and the means before and after each mark. */
export function describeChart(
  points: readonly Point[],
  { unit, marks = [] }: Pick<ChartLayout, "unit" | "marks">,
): string {
  const known = measured(inOrder(points));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return "There are no values.";
  const lowest = known.reduce((a, b) => (b.value < a.value ? b : a));
  const highest = known.reduce((a, b) => (b.value > a.value ? b : a));
  const said = ({ at, value }: Known) => `${valueText(value, unit)} at ${timeText(at)}`;
  const count = known.length === 1 ? "1 value" : `${known.length} values`;
  const changes = marks.map(({ at, label }) => {
    const time = Date.parse(at);
    const [before, after] = [known.filter((each) => each.at < time), known.filter((each) => each.at >= time)];
    const change =
      before.length > 0 && after.length > 0
        ? `: on average ${valueText(mean(before), unit)} before, ${valueText(mean(after), unit)} since`
        : "";
    return `${cleanLine(label)} at ${timeText(time)}${change}.`;
  });
  return [
    `${count} from ${timeText(first.at)} to ${timeText(last.at)}: lowest ${said(lowest)}, highest ${said(highest)}, last ${said(last)}, ${trend(known)}.`,
    ...changes,
  ].join(" ");
}

interface Timed {
  readonly at: number;
  readonly value: number | null;
}

const inOrder = (points: readonly Point[]): Timed[] =>
  points
    .map(({ at, value }) => ({ at: Date.parse(at), value: value !== null && Number.isFinite(value) ? value : null }))
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at);

const measured = (points: readonly Timed[]): Known[] =>
  points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));

const bounds = (values: readonly (number | null)[]): { low: number; high: number } => {
  const known = values.filter((value) => value !== null);
  return {
    low: known.reduce((a, b) => Math.min(a, b), known[0] ?? 0),
    high: known.reduce((a, b) => Math.max(a, b), known[0] ?? 0),
  };
};

/** Scales a value to 0 to 1. Halves avoid an overflow near the largest numbers. */
const scaleToUnit = (value: number, low: number, high: number): number =>
  high === low ? 0 : (value / 2 - low / 2) / (high / 2 - low / 2);

const mean = (points: readonly Known[]): number => points.reduce((sum, { value }) => sum + value / points.length, 0);

/** Compares the means of the last tenth and the first third; a difference of a tenth of the range is a trend. */
function trend(points: readonly Known[]): string {
  const part = (divisor: number) => Math.max(1, Math.floor(points.length / divisor));
  const { low, high } = bounds(points.map(({ value }) => value));
  const change =
    scaleToUnit(mean(points.slice(-part(10))), low, high) - scaleToUnit(mean(points.slice(0, part(3))), low, high);
  if (Math.abs(change) < 0.1) return "unchanged";
  return change > 0 ? "rising" : "falling";
}

function spanOf(points: readonly Timed[]): Span {
  const from = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const gaps = points.flatMap(({ at }, index) => {
    const gap = at - (points[index - 1]?.at ?? at);
    return gap > 0 ? [gap] : [];
  });
  const interval = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 60_000;
  return { from, to: last + interval, interval };
}

/** The maximum of each column. A value is held until the next one is due. */
function columnsOf(points: readonly Timed[], { from, to, interval }: Span, available: number): (number | null)[] {
  const count = Math.max(1, Math.round((to - from) / interval));
  const columns: (number | null)[] = Array.from({
    length: count <= available ? count * Math.floor(available / count) : available,
  });
  const step = (to - from) / columns.length;
  let next = 0;
  let latest: Timed | undefined;
  return columns.map((_, column) => {
    const [start, end] = [from + column * step, from + (column + 1) * step];
    let highest: number | null = null;
    for (let point = points[next]; point && (point.at < end || column === columns.length - 1); point = points[next]) {
      if (point.value !== null) highest = Math.max(highest ?? point.value, point.value);
      latest = point;
      next += 1;
    }
    if (highest !== null) return highest;
    return latest && start - latest.at < interval * 1.5 ? latest.value : null;
  });
}

const letterOf = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

/** Places marks in columns; of two marks in one column the later one moves aside. */
function placeMarks(marks: readonly Mark[], { from, to }: Span, columns: number): PlacedMark[] {
  const taken = new Set<number>();
  return marks.slice(0, 26).map((mark, index) => {
    const at = (Date.parse(mark.at) - from) / (to - from);
    const wanted = at >= 0 && at < 1 ? Math.floor(at * columns) : undefined;
    const free = [0, 1, -1, 2, -2].map((aside) => (wanted ?? -9) + aside);
    const column = free.find((each) => each >= 0 && each < columns && !taken.has(each));
    if (column !== undefined) taken.add(column);
    return { ...mark, letter: letterOf(index), column };
  });
}

interface StyledCell {
  readonly text: string;
  readonly style: Style | undefined;
}

/** One cell of the plot; `height` is that of the column, in eighths of a row. */
function cell(height: number | null, row: number, isMarked: boolean, { drawing }: ChartLayout): StyledCell {
  const filled = height === null ? 0 : Math.min(8, Math.round(height > 0 ? Math.max(1, height) : 0) - row * 8);
  if (filled > 0) return { text: (drawing === "ascii" ? asciiEighths : eighths)[filled - 1] ?? " ", style: "cyan" };
  if (isMarked) return { text: drawing === "ascii" ? "|" : "│", style: "yellow" };
  return { text: height === 0 && row === 0 ? "_" : " ", style: undefined };
}

/** Joins cells, and paints neighbours of one style together. */
function paintCells(cells: readonly StyledCell[], paint: Paint): string {
  let [line, open, style]: [string, string, Style | undefined] = ["", "", undefined];
  for (const each of [...cells, undefined]) {
    if (!each || each.style !== style) {
      line += style && open !== "" ? paint(style, open) : open;
      open = "";
    }
    style = each?.style;
    open += each?.text ?? "";
  }
  return line.trimEnd();
}

function markRow(marks: readonly PlacedMark[], columns: number, indent: string): string[] {
  const row = Array.from(
    { length: columns },
    (_, column) => marks.find((mark) => mark.column === column)?.letter ?? " ",
  );
  const line = row.join("").trimEnd();
  return line === "" ? [] : [indent + line];
}

function legendLine({ letter, at, label, column }: PlacedMark, { width, paint }: ChartLayout): string {
  const where = column === undefined ? " (outside the chart)" : "";
  return `${paint("yellow", letter)}  ${wrapHanging(`${clock(at)}  ${cleanLine(label)}${where}`, width, 3)}`;
}

/** Start and end of the chart in local time. */
function timeAxis({ from, to }: Span, columns: number): string {
  const [start, end] = [timeText(from), timeText(to)];
  const day = 11;
  const sameDay = start.slice(0, day) === end.slice(0, day);
  const shown = ([start, end] as const).map((text) => (sameDay ? text.slice(day) : text.slice(5, -3)));
  const [first = "", last = ""] = shown.map((text) => (to - from >= 600_000 && sameDay ? text.slice(0, 5) : text));
  const between = columns - first.length - last.length;
  return between < 1 ? first.slice(0, columns) : first + " ".repeat(between) + last;
}

const timeText = (ms: number): string => clock(new Date(ms).toISOString());

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const scientific = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 });

/** A value such as `34.2 %` or `1.2K`. */
export const valueText = (value: number, unit = ""): string =>
  `${(Math.abs(value) < 1e15 ? compact : scientific).format(value)} ${truncate(cleanLine(unit), 12)}`.trim();
