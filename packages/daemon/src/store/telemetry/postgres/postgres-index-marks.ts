import { createHash } from "node:crypto";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { searchTerms } from "../../../kernel/search-terms.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../../../model/telemetry.ts";

/**
 * The full-text index holds the words of a message, and marks for organization, service, kind, level, pattern and hour,
 * which begin with a private-use character. So one index answers every combination of conditions by intersection, and a
 * word that is frequent in one organization costs the others nothing.
 */
const ORGANIZATION = "\uE000";
const SERVICE = "\uE001";
const HOUR = "\uE002";
const PATTERN = "\uE003";

const KIND_SUFFIX: Readonly<Record<TelemetryKind, string>> = { log: "l", metric: "m", deployment: "d" };
const LEVEL_SUFFIX: Readonly<Record<LogLevel, string>> = { debug: "0", info: "1", warn: "2", error: "3", fatal: "4" };

/** A tsvector holds 1 MiB; two thousand words of at most 100 characters stay below it. */
const WORDS_INDEXED_MAX = 2000;
const NAMES_IN_MEMORY_MAX = 50_000;
const DIGEST_CHARACTERS = 16;

const digests = new Map<string, string>();

/** Names are long and repeat; their digests are short and of one length. */
function digest(...parts: readonly string[]): string {
  const name = parts.join("\n");
  const known = digests.get(name);
  if (known !== undefined) return known;
  if (digests.size >= NAMES_IN_MEMORY_MAX) digests.clear();
  const made = createHash("sha256").update(name).digest("base64url").slice(0, DIGEST_CHARACTERS);
  digests.set(name, made);
  return made;
}

export const organizationMark = (organizationId: string): string => ORGANIZATION + digest(organizationId);
export const serviceMark = (organizationId: string, service: string): string =>
  SERVICE + digest(organizationId, service);
export const hourMark = (organizationId: string, at: number): string =>
  `${HOUR}${digest(organizationId)}x${Math.floor(at / HOUR_MS).toString(36)}`;
export const kindMark = (organizationId: string, kind: TelemetryKind): string =>
  `${organizationMark(organizationId)}x${KIND_SUFFIX[kind]}`;
export const levelMark = (organizationId: string, level: LogLevel): string =>
  `${organizationMark(organizationId)}x${LEVEL_SUFFIX[level]}`;

export const patternMark = (organizationId: string, patternId: string): string =>
  `${PATTERN}${digest(organizationId)}x${patternId}`;

/** Marks and words, separated by spaces. */
export function wordsOf(telemetry: Telemetry): string {
  const { organizationId, service, kind, timestamp } = telemetry;
  const words = [
    organizationMark(organizationId),
    serviceMark(organizationId, service),
    hourMark(organizationId, timestamp),
    kindMark(organizationId, kind),
  ];
  if (telemetry.kind === "log") {
    if (telemetry.patternId !== undefined) words.push(patternMark(organizationId, telemetry.patternId));
    words.push(levelMark(organizationId, telemetry.level), ...searchTerms(telemetry.message, WORDS_INDEXED_MAX));
  }
  return words.join(" ");
}
