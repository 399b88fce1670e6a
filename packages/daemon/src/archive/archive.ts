import type { Scope } from "../model/scope.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../model/telemetry.ts";

/** What a search asks for; all conditions hold together. */
export interface ArchiveQuery {
  /** Words of a log's message; all must occur, in any order, whatever their case. */
  readonly text?: string;
  readonly service?: string;
  readonly level?: LogLevel;
  readonly kind?: TelemetryKind;
  /** Milliseconds, inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** Where the page before ended. */
  readonly cursor?: string;
}

export interface ArchivePage {
  /** Records in JSON, as they are answered; newest first by their own time. */
  readonly records: readonly string[];
  /** For the next page; absent on the last. */
  readonly cursor?: string;
}

/** The accepted telemetry, kept to be searched and read. */
export interface Archive {
  /** Durable when it resolves. Telemetry that is held already, by its id, is passed over. */
  add(telemetry: readonly Telemetry[]): Promise<void>;
  search(scope: Scope, query: ArchiveQuery): Promise<ArchivePage>;
  get(scope: Scope, id: string): Promise<string | undefined>;
  /** Removes what happened before this time, at most `most` records a call; answers how many. */
  removeBefore(time: number, most: number): Promise<number>;
  close(): Promise<void>;
}
