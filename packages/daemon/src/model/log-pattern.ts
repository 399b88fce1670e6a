import type { LogLevel } from "./telemetry.ts";

/** From the least grave on. */
export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "fatal"];

/** How a pattern comes now against how it usually does. */
export const rateTrends = ["steady", "rising", "falling", "missing"] as const;
export type RateTrend = (typeof rateTrends)[number];

/** A kind of log message of one environment of a service, as it is listed. */
export interface LogPattern {
  readonly organizationId: string;
  readonly service: string;
  /** By its normalised name; empty: what names none. */
  readonly environment: string;
  readonly patternId: string;
  /** Errors and other logs of one kind are counted apart. */
  readonly isError: boolean;
  readonly facts: PatternFacts;
}

/** What is told of it. */
export interface PatternFacts {
  readonly template: string;
  /** What it is called besides: ids of younger patterns that turned out to be it. */
  readonly aliases: readonly string[];
  /** Occurrences by level, in the order of {@link logLevels}. */
  readonly levels: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly lastId: string;
  /** Of {@link SLOT_MS}, since 1970: the last in which it came; how often it did there, and in the one before. */
  readonly slot: number;
  readonly inSlot: number;
  readonly inLast: number;
  /** Occurrences in a usual slot; -1: not known yet. */
  readonly usual: number;
  readonly habit: RateTrend;
  /** It first came when its service was known already. */
  readonly cameLate: boolean;
}

/** Patterns are counted in steps of five minutes. */
export const SLOT_MS = 5 * 60_000;
export const slotOf = (at: number): number => Math.floor(at / SLOT_MS);
