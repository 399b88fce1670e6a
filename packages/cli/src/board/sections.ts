import type { Incident, RemediationAction } from "@tocsin/sdk";
import { isClosed } from "../format/incident.ts";
import type { BoardIncidents } from "./board-incidents.ts";
import { compileFilter, searchableText } from "./row-filter.ts";

/** The sections in the order of their number keys. */
export const sections = ["mine", "unacknowledged", "critical", "approvals", "all"] as const;
export type Section = (typeof sections)[number];

/** The server's maximum page size. */
export const PENDING_ACTIONS_MAX = 500;

export const sectionTitle: Readonly<Record<Section, string>> = {
  mine: "mine",
  unacknowledged: "unacknowledged",
  critical: "critical",
  approvals: "pending approvals",
  all: "all",
};

/** Titles for narrow terminals. */
export const shortTitle: typeof sectionTitle = { ...sectionTitle, unacknowledged: "unacked", approvals: "approvals" };

/** A row is an incident, or an action in the section of approvals. */
export type Row = Incident | RemediationAction;

export const isAction = (row: Row): row is RemediationAction => "actionType" in row;

/** The parts of the state that sections depend on. */
export interface SectionSource {
  readonly incidents: BoardIncidents;
  readonly actions: readonly RemediationAction[];
  /** The team member that uses the board. */
  readonly memberId: string | undefined;
  readonly filter: string;
}

/** Caches rows by their source: every frame needs all sections, and few frames change one. */
const rowCache = new WeakMap<object, Map<string, readonly Row[]>>();

function memoize(source: object, key: string, make: () => readonly Row[]): readonly Row[] {
  const of = rowCache.get(source) ?? new Map<string, readonly Row[]>();
  rowCache.set(source, of);
  const rows = of.get(key) ?? make();
  of.set(key, rows);
  return rows;
}

/** The rows of a section without the filter. */
export function sectionRows(section: Section, { incidents, actions, memberId }: SectionSource): readonly Row[] {
  const { order } = incidents;
  const pick = (key: string, test: (incident: Incident) => boolean) =>
    memoize(order, key, () => order.filter((incident) => !isClosed(incident.status) && test(incident)));
  switch (section) {
    case "mine":
      return memberId === undefined ? [] : pick(`mine ${memberId}`, ({ assigneeId }) => assigneeId === memberId);
    case "unacknowledged":
      return pick(section, ({ status }) => status === "OPEN");
    case "critical":
      return pick(section, ({ severity }) => severity === "CRITICAL");
    case "approvals":
      return actions;
    default:
      return order;
  }
}

/** The rows of a section that match the filter. */
export function filteredRows(section: Section, listed: SectionSource): readonly Row[] {
  const rows = sectionRows(section, listed);
  const test = compileFilter(listed.filter);
  return test ? memoize(rows, `/${listed.filter}`, () => rows.filter((row) => test(searchableText(row)))) : rows;
}
