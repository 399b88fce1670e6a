import type { Incident, Severity } from "@tocsin/sdk";
import { sparkline } from "../format/chart.ts";
import { isOver, severities, severityStyle } from "../format/incident.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint } from "../text/paint.ts";
import { lineOf, type Piece } from "./line.ts";
import { PENDING_MOST, sectionRows, sections, sectionTitle, shortTitle, shownRows } from "./sections.ts";
import type { BoardState, Connection } from "./state.ts";

const counted = new WeakMap<readonly Incident[], ReadonlyMap<Severity, number>>();

/** How many of each severity aren't over. */
function counts(order: readonly Incident[]): ReadonlyMap<Severity, number> {
  const known = counted.get(order);
  if (known) return known;
  const of = new Map<Severity, number>();
  for (const { severity, status } of order) if (!isOver(status)) of.set(severity, (of.get(severity) ?? 0) + 1);
  counted.set(order, of);
  return of;
}

const seconds = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms / 1_000));
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min`;
};

/** What is to be said about a lost connection: how old the screen is, and what is done about it. Undefined where it is live. */
export function staleWords(connection: Connection, now: number): string | undefined {
  if (connection.kind !== "lost") return undefined;
  const { since, retryAt, reason } = connection;
  const trying =
    retryAt === undefined
      ? "not connected, ctrl-r tries again"
      : retryAt > now
        ? `retrying in ${seconds(retryAt - now)}`
        : "retrying";
  return [`STALE ${seconds(now - since)}, ${trying}`, ...(reason ? [cleanLine(reason)] : [])].join(": ");
}

/** The first line: whether it is live, how grave it is, and how the last day went. */
export function headLine(state: BoardState, now: number, paint: Paint): string {
  const { columns } = state.size;
  const readOnly: Piece[] = state.readOnly ? [{ text: "READ-ONLY", style: "bold" }] : [];
  const stale = staleWords(state.connection, now);
  if (stale) return lineOf([...readOnly, { text: ` ${stale} `, style: "inverse" }], columns, paint);
  const isLive = state.connection.kind === "live";
  const many = counts(state.incidents.order);
  const bySeverity = severities.toReversed().map((severity, index): Piece => {
    const name = columns < 80 ? severity.slice(0, 1) : severity;
    return {
      text: `${name} ${many.get(severity) ?? 0}`,
      style: severityStyle[severity],
      ...(index > 1 && { optional: 1 }),
    };
  });
  const busiest = Math.max(0, ...state.hours);
  return lineOf(
    [
      isLive ? { text: "● live", style: "green" } : { text: "○ connecting", style: "yellow" },
      ...readOnly,
      // Before anything was read, none would be a promise.
      ...(isLive || state.incidents.order.length > 0 ? bySeverity : []),
      {
        text: state.hours.length > 0 ? `${sparkline(state.hours)} 24 h, at most ${busiest}/h` : "",
        style: "cyan",
        optional: 2,
      },
      { text: loadedWords(state), style: "dim", optional: 3 },
      { text: cleanLine(state.address), style: "dim", optional: 4 },
    ],
    columns,
    paint,
  );
}

/** What of the list is there, where it isn't all. */
export function loadedWords({ loaded }: Pick<BoardState, "loaded">): string {
  const { count, total, done } = loaded;
  if (total === 0 || (done && count >= total)) return "";
  return done ? `${count} of ${total}: a board holds no more` : `reading ${count} of ${total}`;
}

/** The second line: the sections, the one that is shown in brackets. */
export function sectionLine(state: BoardState, paint: Paint): string {
  const { columns } = state.size;
  const pieces = (short: boolean): Piece[] =>
    sections.map((section, index) => {
      const isShown = section === state.section;
      const rows = (state.filter === "" ? sectionRows : shownRows)(section, state).length;
      const count = section === "approvals" && state.actions.length >= PENDING_MOST ? `${rows}+` : rows;
      if (!isShown && short) return { text: `${index + 1} ${count}`, style: "dim" };
      const text = `${index + 1} ${short ? shortTitle[section] : sectionTitle[section]} ${count}`;
      return isShown ? { text: `[${text}]`, style: "bold" } : { text: ` ${text} `, style: "dim" };
    });
  const full = pieces(false);
  const length = full.reduce((sum, { text }) => sum + text.length + 1, -1);
  return lineOf(length <= columns ? full : pieces(true), columns, paint, 1);
}
