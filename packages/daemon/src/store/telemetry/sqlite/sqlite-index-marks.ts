import type { ArchiveQuery, SampleQuery } from "../../../archive/archive.ts";
import { SEARCH_TERMS_MAX } from "../../../model/page-limits.ts";
import type { Scope } from "../../../model/scope.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../../../model/telemetry.ts";
import type { Sources } from "./sources.ts";
import { indexedText, wordsAsked } from "./sqlite-search-words.ts";

/** Marks beside the words of the full-text index begin with a private-use character, which no text contains. */
const LEVEL_MARK: Readonly<Record<LogLevel, string>> = { debug: "0", info: "1", warn: "2", error: "3", fatal: "4" };
const KIND_MARK: Readonly<Record<TelemetryKind, string>> = { log: "5", metric: "6", deployment: "7" };
const ORGANIZATION_MARK = "\uE000";
const SERVICE_MARK = "\uE001";
const PATTERN_MARK = "\uE002";

/** The text that the index stores of a record. */
export function indexedWords(sources: Sources, telemetry: Telemetry): string {
  const organization = sources.add(telemetry.organizationId, "");
  const service = sources.add(telemetry.organizationId, telemetry.service);
  const kind = KIND_MARK[telemetry.kind];
  let marks =
    `${ORGANIZATION_MARK}${organization} ${ORGANIZATION_MARK}${organization}x${kind} ` +
    `${SERVICE_MARK}${service} ${SERVICE_MARK}${service}x${kind}`;
  if (telemetry.kind !== "log") return marks;
  const level = LEVEL_MARK[telemetry.level];
  marks += ` ${ORGANIZATION_MARK}${organization}x${level} ${SERVICE_MARK}${service}x${level} `;
  if (telemetry.patternId !== undefined) marks += `${PATTERN_MARK}${organization}x${telemetry.patternId} `;
  return marks + indexedText(telemetry.message);
}

export type Conditions = Pick<ArchiveQuery, "service" | "level" | "kind" | "text" | "patternIds">;

/** The FTS5 query of a search; undefined where the file has never seen a part of it, so that nothing can match. */
export function searchExpression(sources: Sources, scope: Scope, query: Conditions): string | undefined {
  const organization = sources.find(scope.organizationId, "");
  const source = sources.find(scope.organizationId, query.service ?? "");
  if (organization === undefined || source === undefined) return undefined;
  const mark = `${query.service === undefined ? ORGANIZATION_MARK : SERVICE_MARK}${source}`;
  const words: string[] = [];
  if (query.level) words.push(`${mark}x${LEVEL_MARK[query.level]}`);
  if (query.kind) words.push(`${mark}x${KIND_MARK[query.kind]}`);
  if (query.text !== undefined) {
    const terms = wordsAsked(query.text, SEARCH_TERMS_MAX);
    if (terms.length === 0 && query.text.trim() !== "") return undefined;
    words.push(...terms);
  }
  // Every other mark implies the plain one; a word of the message doesn't.
  if (!query.level && !query.kind) words.unshift(mark);
  const conditions = words.map((word) => `"${word}"`);
  const patterns = query.patternIds?.map((id) => `"${PATTERN_MARK}${organization}x${id}"`) ?? [];
  if (patterns.length > 0) conditions.push(`(${patterns.join(" OR ")})`);
  return conditions.join(" AND ");
}

/** The FTS5 query of the text alone; undefined where there is none. */
export function textExpression({ text }: Conditions): string | undefined {
  const terms = text === undefined ? [] : wordsAsked(text, SEARCH_TERMS_MAX);
  return terms.length === 0 ? undefined : terms.map((term) => `"${term}"`).join(" AND ");
}

/** The FTS5 query of a sample: one service's logs of these levels, or its metric points. */
export function sampleExpression(sources: Sources, scope: Scope, query: SampleQuery): string | undefined {
  const source = sources.find(scope.organizationId, query.service);
  if (source === undefined) return undefined;
  const suffixes = query.levels.length > 0 ? query.levels.map((level) => LEVEL_MARK[level]) : [KIND_MARK.metric];
  return suffixes.map((suffix) => `"${SERVICE_MARK}${source}x${suffix}"`).join(" OR ");
}
