import type { LogLevel } from "./telemetry.ts";

/** From the least to the most severe. */
export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "fatal"];

/** The present rate of a template compared with its baseline. */
export const rateTrends = ["steady", "rising", "falling", "missing"] as const;
export type RateTrend = (typeof rateTrends)[number];

/** A log template of one environment of a service, as it is stored and listed. The interface calls it a pattern. */
export interface LogTemplateRecord {
  readonly organizationId: string;
  readonly service: string;
  /** The normalised name; empty for logs without one. */
  readonly environment: string;
  readonly patternId: string;
  /** Errors and other logs of one template are counted apart. */
  readonly isError: boolean;
  readonly facts: LogTemplateFacts;
}

export interface LogTemplateFacts {
  readonly template: string;
  /** Ids of younger templates that were merged into it. */
  readonly aliases: readonly string[];
  /** Occurrences by level, in the order of {@link logLevels}. */
  readonly levels: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly lastId: string;
  /** The last {@link SLOT_MS} slot with an occurrence, counted from 1970. */
  readonly slot: number;
  /** Occurrences in that slot, and in the one before. */
  readonly inSlot: number;
  readonly inLast: number;
  /** Occurrences in a usual slot; -1 while unknown. */
  readonly usual: number;
  readonly habit: RateTrend;
  /** True where its service was known before its first occurrence. */
  readonly cameLate: boolean;
}

/** Templates are counted in slots of five minutes. */
export const SLOT_MS = 5 * 60_000;
export const slotOf = (at: number): number => Math.floor(at / SLOT_MS);
