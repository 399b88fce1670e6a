import type { Incident, Severity } from "@tocsin/sdk";
import { sparkline } from "../format/chart.ts";
import { isClosed, severities, severityStyle } from "../format/incident.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint } from "../text/paint.ts";
import type { BoardState, Connection } from "./board-state.ts";
import { layOutLine, type Segment } from "./line-layout.ts";
import { filteredRows, PENDING_ACTIONS_MAX, sectionRows, sections, sectionTitle, shortTitle } from "./sections.ts";

const severityCounts = new WeakMap<readonly Incident[], ReadonlyMap<Severity, number>>();

function countBySeverity(order: readonly Incident[]): ReadonlyMap<Severity, number> {
  const known = severityCounts.get(order);
  if (known) return known;
  const of = new Map<Severity, number>();
  for (const { severity, status } of order) if (!isClosed(status)) of.set(severity, (of.get(severity) ?? 0) + 1);
  severityCounts.set(order, of);
  return of;
}

const durationText = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms / 1_000));
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min`;
};

/** The age of the data and the next retry of a lost connection; undefined for others. */
export function lostConnectionText(connection: Connection, now: number): string | undefined {
  if (connection.kind !== "lost") return undefined;
  const { since, retryAt, reason } = connection;
  const trying =
    retryAt === undefined
      ? "not connected, ctrl-r retries"
      : retryAt > now
        ? `retrying in ${durationText(retryAt - now)}`
        : "retrying";
  return [`STALE ${durationText(now - since)}, ${trying}`, ...(reason ? [cleanLine(reason)] : [])].join(": ");
}

/** The first line: connection, incidents by severity, and a sparkline of the last day. */
export function headerLine(state: BoardState, now: number, paint: Paint): string {
  const { columns } = state.size;
  const readOnly: Segment[] = state.readOnly ? [{ text: "READ-ONLY", style: "bold" }] : [];
  const stale = lostConnectionText(state.connection, now);
  if (stale) return layOutLine([...readOnly, { text: ` ${stale} `, style: "inverse" }], columns, paint);
  const isLive = state.connection.kind === "live";
  const many = countBySeverity(state.incidents.order);
  const bySeverity = severities.toReversed().map((severity, index): Segment => {
    const name = columns < 80 ? severity.slice(0, 1) : severity;
    return {
      text: `${name} ${many.get(severity) ?? 0}`,
      style: severityStyle[severity],
      ...(index > 1 && { dropPriority: 1 }),
    };
  });
  const busiest = Math.max(0, ...state.hours);
  return layOutLine(
    [
      isLive ? { text: "● live", style: "green" } : { text: "○ connecting", style: "yellow" },
      ...readOnly,
      // Zero would be wrong before the first read.
      ...(isLive || state.incidents.order.length > 0 ? bySeverity : []),
      {
        text: state.hours.length > 0 ? `${sparkline(state.hours)} 24 h, max ${busiest}/h` : "",
        style: "cyan",
        dropPriority: 2,
      },
      { text: loadProgressText(state), style: "dim", dropPriority: 3 },
      { text: cleanLine(state.address), style: "dim", dropPriority: 4 },
    ],
    columns,
    paint,
  );
}

/** The progress of reading the list; empty when it is complete. */
export function loadProgressText({ loaded }: Pick<BoardState, "loaded">): string {
  const { count, total, isComplete } = loaded;
  if (total === 0 || (isComplete && count >= total)) return "";
  return isComplete ? `first ${count} of ${total}` : `loading ${count} of ${total}`;
}

/** The second line: the sections, with the current one in brackets. */
export function sectionTabLine(state: BoardState, paint: Paint): string {
  const { columns } = state.size;
  const pieces = (short: boolean): Segment[] =>
    sections.map((section, index) => {
      const isShown = section === state.section;
      const rows = (state.filter === "" ? sectionRows : filteredRows)(section, state).length;
      const count = section === "approvals" && state.actions.length >= PENDING_ACTIONS_MAX ? `${rows}+` : rows;
      if (!isShown && short) return { text: `${index + 1} ${count}`, style: "dim" };
      const text = `${index + 1} ${short ? shortTitle[section] : sectionTitle[section]} ${count}`;
      return isShown ? { text: `[${text}]`, style: "bold" } : { text: ` ${text} `, style: "dim" };
    });
  const full = pieces(false);
  const length = full.reduce((sum, { text }) => sum + text.length + 1, -1);
  return layOutLine(length <= columns ? full : pieces(true), columns, paint, 1);
}
