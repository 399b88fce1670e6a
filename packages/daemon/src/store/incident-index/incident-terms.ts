import type { RuleConditions } from "../../correlate/rule.ts";
import type { IncidentFilter } from "../../incident/store.ts";
import { searchTerms } from "../../kernel/search-terms.ts";
import {
  type Incident,
  incidentStatuses,
  signalTypes as knownSignalTypes,
  type Severity,
  type SignalType,
} from "../../model/incident.ts";
import { SEARCH_TERMS_MAX } from "../../model/page-limits.ts";

/**
 * What an incident is found by: one mark for each thing that a filter can ask for, so that any combination of
 * filters is an intersection of marks.
 */
const ALL = "all";
export const UNMERGED = "unmerged";
const WORDS_INDEXED_MAX = 2000;

export const severityMark = (severity: Severity): string => `severity:${severity}`;
export const statusMark = (status: Incident["status"]): string => `status:${status}`;
const assigneeMark = (assigneeId: string): string => `assignee:${assigneeId}`;
export const serviceMark = (service: string): string => `service:${service}`;
export const primaryServiceMark = (service: string): string => `primary:${service}`;
const signalTypeMark = (signalType: SignalType): string => `signal:${signalType}`;
/** Short, since most marks are words. */
export const wordMark = (word: string): string => `w:${word}`;

export type Marked = Pick<
  Incident,
  "title" | "description" | "affectedServices" | "status" | "severity" | "assigneeId" | "parentIncidentId"
>;

export const marksOf = (incident: Marked & Origin): string[] => [
  ...marksOfContent(incident),
  ...marksOfOrigin(incident),
];

/** What never changes. */
type Origin = Pick<Incident, "primaryService" | "signalType">;

export const marksOfOrigin = ({ primaryService, signalType }: Origin): string[] => [
  signalTypeMark(signalType),
  ...(primaryService === null ? [] : [primaryServiceMark(primaryService)]),
];

/** Without its origin. */
export const marksOfContent = (incident: Marked): string[] => [
  ...new Set([...marksOfState(incident), ...marksOfText(incident)]),
];

const marksOfState = ({ status, severity, assigneeId, parentIncidentId }: Marked): string[] => [
  ALL,
  statusMark(status),
  severityMark(severity),
  ...(parentIncidentId === null ? [UNMERGED] : []),
  ...(assigneeId === null ? [] : [assigneeMark(assigneeId)]),
];

function marksOfText({ title, description, affectedServices }: Marked): string[] {
  const text = [title, ...affectedServices, description].join(" ");
  return [...affectedServices.map(serviceMark), ...searchTerms(text, WORDS_INDEXED_MAX).map(wordMark)];
}

/** A change of state, which most are, doesn't cut the words again. */
export function marksChanged(before: Marked, after: Marked): { added: string[]; removed: string[] } {
  const sameText =
    before.title === after.title &&
    before.description === after.description &&
    before.affectedServices === after.affectedServices;
  const marks = sameText ? marksOfState : marksOfContent;
  const [old, next] = [new Set(marks(before)), new Set(marks(after))];
  return { added: [...next].filter((mark) => !old.has(mark)), removed: [...old].filter((mark) => !next.has(mark)) };
}

/** Of each clause any mark must be there. */
export type Clause = readonly string[];

/**
 * What carries them is like the incident by a rule's conditions, whenever it opened; undefined where nothing can be.
 * Those first that are likely to be rare.
 */
export function clausesLike(
  { matchFields, severities: wanted, signalTypes }: RuleConditions,
  { primaryService, signalType, severity }: Incident,
  statuses: readonly Incident["status"][],
): Clause[] | undefined {
  const clauses: Clause[] = [];
  if (matchFields.includes("service")) {
    if (primaryService === null) return undefined;
    clauses.push([primaryServiceMark(primaryService)]);
  }
  if (statuses.length < incidentStatuses.length) clauses.push(statuses.map(statusMark));
  if (matchFields.includes("signalType")) clauses.push([signalTypeMark(signalType)]);
  else if (signalTypes) clauses.push(knownSignalTypes.filter((each) => signalTypes.includes(each)).map(signalTypeMark));
  if (matchFields.includes("severity")) clauses.push([severityMark(severity)]);
  else if (wanted) clauses.push(wanted.map(severityMark));
  return clauses;
}

/** The marks that must all be there; undefined where nothing can match. */
export function marksWanted(filter: IncidentFilter): string[] | undefined {
  const marks: string[] = [];
  if (filter.service !== undefined) marks.push(serviceMark(filter.service));
  if (filter.assigneeId) marks.push(assigneeMark(filter.assigneeId));
  if (filter.search !== undefined && filter.search.trim() !== "") {
    const terms = searchTerms(filter.search, SEARCH_TERMS_MAX);
    if (terms.length === 0) return undefined;
    marks.push(...terms.map(wordMark));
  }
  if (filter.status) marks.push(statusMark(filter.status));
  if (filter.severity) marks.push(severityMark(filter.severity));
  if (filter.deduplicated) marks.push(UNMERGED);
  // PostgreSQL's text holds no U+0000, so no mark does.
  if (marks.some((mark) => mark.includes("\u0000"))) return undefined;
  return marks.length === 0 ? [ALL] : marks;
}
