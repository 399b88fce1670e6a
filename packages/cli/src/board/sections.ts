import type { Incident, RemediationAction } from "@tocsin/sdk";
import { isOver } from "../format/incident.ts";
import { filterTest, wordsOf } from "./filter.ts";
import type { Incidents } from "./incidents.ts";

/** The sections in the order of their digits. */
export const sections = ["mine", "unacknowledged", "critical", "approvals", "all"] as const;
export type Section = (typeof sections)[number];

/** Actions that wait which a board reads; the server gives no more at once. */
export const PENDING_MOST = 500;

export const sectionTitle: Readonly<Record<Section, string>> = {
  mine: "mine",
  unacknowledged: "unacknowledged",
  critical: "critical",
  approvals: "pending approvals",
  all: "all",
};

/** The same where there is little room. */
export const shortTitle: typeof sectionTitle = {
  ...sectionTitle,
  unacknowledged: "unacked",
  approvals: "approvals",
};

/** A line of a section: an incident, or in the section of approvals an action. */
export type Row = Incident | RemediationAction;

export const isAction = (row: Row): row is RemediationAction => "actionType" in row;

/** What the sections are made of. */
export interface Listed {
  readonly incidents: Incidents;
  readonly actions: readonly RemediationAction[];
  /** Id of the member of the team that the board is shown to. */
  readonly memberId: string | undefined;
  readonly filter: string;
}

/** Kept as long as what it was made from: a frame asks for every section, and most frames change none. */
const kept = new WeakMap<object, Map<string, readonly Row[]>>();

function once(source: object, key: string, make: () => readonly Row[]): readonly Row[] {
  const of = kept.get(source) ?? new Map<string, readonly Row[]>();
  kept.set(source, of);
  const rows = of.get(key) ?? make();
  of.set(key, rows);
  return rows;
}

/** The rows of a section, the filter aside. */
export function sectionRows(section: Section, { incidents, actions, memberId }: Listed): readonly Row[] {
  const { order } = incidents;
  const pick = (key: string, test: (incident: Incident) => boolean) =>
    once(order, key, () => order.filter((incident) => !isOver(incident.status) && test(incident)));
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

/** The rows that the filter lets through. */
export function shownRows(section: Section, listed: Listed): readonly Row[] {
  const rows = sectionRows(section, listed);
  const test = filterTest(listed.filter);
  return test ? once(rows, `/${listed.filter}`, () => rows.filter((row) => test(wordsOf(row)))) : rows;
}
