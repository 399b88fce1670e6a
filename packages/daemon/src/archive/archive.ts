import type { Scope } from "../model/scope.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../model/telemetry.ts";

/** The conditions of a search; all must hold. */
export interface ArchiveQuery {
  /** Words of a log's message; all must occur, in any order, whatever their case. */
  readonly text?: string;
  readonly service?: string;
  readonly level?: LogLevel;
  readonly kind?: TelemetryKind;
  /** Logs with one of these templates. */
  readonly patternIds?: readonly string[];
  /** Milliseconds, inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** The end of the previous page. */
  readonly cursor?: string;
}

export interface ArchivePage {
  /** Records in JSON; newest first by their own time. */
  readonly records: readonly string[];
  /** For the next page; absent on the last. */
  readonly cursor?: string;
}

/** A representative sample of one service's records. */
export interface SampleQuery {
  readonly service: string;
  /** Logs of these levels; metric points for an empty list. */
  readonly levels: readonly LogLevel[];
  /** The time range as steps of equal length; whole milliseconds. */
  readonly from: number;
  readonly step: number;
  readonly steps: number;
  /** The approximate maximum of records; all records if there are fewer. */
  readonly most: number;
  /** The maximum of records of any kind that the service has in the range. */
  readonly among: number;
}

export interface Sampled {
  /** The record in JSON. A long one may lack its attributes and the end of its message. */
  readonly json: string;
  /** About how many records of its kind and time it represents; 1 for itself alone. */
  readonly weight: number;
}

/** All records of a time range, in order. */
export interface WalkQuery {
  readonly service?: string;
  /** Milliseconds, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** The end of the previous page. */
  readonly cursor?: string;
}

/** A deleted part of the archive. */
export interface DroppedPart {
  readonly bytes: number;
  /** Milliseconds; the range of its records. */
  readonly from: number;
  readonly to: number;
}

/** The searchable store of accepted telemetry. */
export interface Archive {
  /** Durable when it resolves. Telemetry with a stored id is ignored. */
  add(telemetry: readonly Telemetry[]): Promise<void>;
  search(scope: Scope, query: ArchiveQuery): Promise<ArchivePage>;
  /** All records, oldest first by their own time. Records that are added before the cursor meanwhile are not returned. */
  walk(scope: Scope, query: WalkQuery): Promise<ArchivePage>;
  /** In the order of time, and deterministic. */
  sample(scope: Scope, query: SampleQuery): Promise<readonly Sampled[]>;
  get(scope: Scope, id: string): Promise<string | undefined>;
  /**
   * Removes records before this time: whole parts, and at most `most` single records. Returns the approximate number; 0
   * when nothing is left to remove.
   */
  removeBefore(time: number, most: number): Promise<number>;
  /** Its bytes on the disk. */
  bytes(): Promise<number>;
  /** Drops the oldest part if the archive exceeds this size. Undefined if it doesn't, or only the current part is left. */
  dropOldestOver(bytes: number): Promise<DroppedPart | undefined>;
  /** Closes unused files, which frees the space of dropped parts. */
  closeUnused(): Promise<void>;
  close(): Promise<void>;
}
