import type { RuleConditions } from "../../correlate/correlation-rule.ts";
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
 * The terms of the incident index. Each condition of a filter is one term, so that any combination of filters is an
 * intersection of posting lists.
 */
const ALL = "all";
export const UNMERGED = "unmerged";
const WORDS_INDEXED_MAX = 2000;

export const severityTerm = (severity: Severity): string => `severity:${severity}`;
export const statusTerm = (status: Incident["status"]): string => `status:${status}`;
const assigneeTerm = (assigneeId: string): string => `assignee:${assigneeId}`;
export const serviceTerm = (service: string): string => `service:${service}`;
export const primaryServiceTerm = (service: string): string => `primary:${service}`;
const signalTypeTerm = (signalType: SignalType): string => `signal:${signalType}`;
/** Short, since most terms are words. */
export const wordTerm = (word: string): string => `w:${word}`;

export type IndexedFields = Pick<
  Incident,
  "title" | "description" | "affectedServices" | "status" | "severity" | "assigneeId" | "parentIncidentId"
>;

export const termsOf = (incident: IndexedFields & OriginFields): string[] => [
  ...contentTerms(incident),
  ...originTerms(incident),
];

/** Fields that never change. */
type OriginFields = Pick<Incident, "primaryService" | "signalType">;

export const originTerms = ({ primaryService, signalType }: OriginFields): string[] => [
  signalTypeTerm(signalType),
  ...(primaryService === null ? [] : [primaryServiceTerm(primaryService)]),
];

/** The terms of fields that can change. */
export const contentTerms = (incident: IndexedFields): string[] => [
  ...new Set([...stateTerms(incident), ...textTerms(incident)]),
];

const stateTerms = ({ status, severity, assigneeId, parentIncidentId }: IndexedFields): string[] => [
  ALL,
  statusTerm(status),
  severityTerm(severity),
  ...(parentIncidentId === null ? [UNMERGED] : []),
  ...(assigneeId === null ? [] : [assigneeTerm(assigneeId)]),
];

function textTerms({ title, description, affectedServices }: IndexedFields): string[] {
  const text = [title, ...affectedServices, description].join(" ");
  return [...affectedServices.map(serviceTerm), ...searchTerms(text, WORDS_INDEXED_MAX).map(wordTerm)];
}

/** Most changes leave the text as it is: its words are not computed again. */
export function changedTerms(before: IndexedFields, after: IndexedFields): { added: string[]; removed: string[] } {
  const sameText =
    before.title === after.title &&
    before.description === after.description &&
    before.affectedServices === after.affectedServices;
  const terms = sameText ? stateTerms : contentTerms;
  const [old, next] = [new Set(terms(before)), new Set(terms(after))];
  return { added: [...next].filter((term) => !old.has(term)), removed: [...old].filter((term) => !next.has(term)) };
}

/** A disjunction: an incident matches if it has any of these terms. */
export type Clause = readonly string[];

/**
 * The clauses that incidents must match to fulfil a rule's conditions together with this one, likely rare ones first.
 * Undefined if no incident can match.
 */
export function ruleClauses(
  { matchFields, severities: wanted, signalTypes }: RuleConditions,
  { primaryService, signalType, severity }: Incident,
  statuses: readonly Incident["status"][],
): Clause[] | undefined {
  const clauses: Clause[] = [];
  if (matchFields.includes("service")) {
    if (primaryService === null) return undefined;
    clauses.push([primaryServiceTerm(primaryService)]);
  }
  if (statuses.length < incidentStatuses.length) clauses.push(statuses.map(statusTerm));
  if (matchFields.includes("signalType")) clauses.push([signalTypeTerm(signalType)]);
  else if (signalTypes) clauses.push(knownSignalTypes.filter((each) => signalTypes.includes(each)).map(signalTypeTerm));
  if (matchFields.includes("severity")) clauses.push([severityTerm(severity)]);
  else if (wanted) clauses.push(wanted.map(severityTerm));
  return clauses;
}

/** The terms that an incident must all have. Undefined if no incident can match. */
export function filterTerms(filter: IncidentFilter): string[] | undefined {
  const terms: string[] = [];
  if (filter.service !== undefined) terms.push(serviceTerm(filter.service));
  if (filter.assigneeId) terms.push(assigneeTerm(filter.assigneeId));
  if (filter.search !== undefined && filter.search.trim() !== "") {
    const words = searchTerms(filter.search, SEARCH_TERMS_MAX);
    if (words.length === 0) return undefined;
    terms.push(...words.map(wordTerm));
  }
  if (filter.status) terms.push(statusTerm(filter.status));
  if (filter.severity) terms.push(severityTerm(filter.severity));
  if (filter.deduplicated) terms.push(UNMERGED);
  // PostgreSQL's text holds no U+0000, so no term does.
  if (terms.some((term) => term.includes("\u0000"))) return undefined;
  return terms.length === 0 ? [ALL] : terms;
}
