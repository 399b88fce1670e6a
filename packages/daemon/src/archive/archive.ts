import type { Scope } from "../model/scope.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../model/telemetry.ts";

/** What a search asks for; all conditions hold together. */
export interface ArchiveQuery {
  /** Words of a log's message; all must occur, in any order, whatever their case. */
  readonly text?: string;
  readonly service?: string;
  readonly level?: LogLevel;
  readonly kind?: TelemetryKind;
  /** Of logs: one of these. */
  readonly patternIds?: readonly string[];
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

/** Asks for a part of one service's records that speaks for all of them. */
export interface SampleQuery {
  readonly service: string;
  /** Logs of one of these levels; metric points where none is named. */
  readonly levels: readonly LogLevel[];
  /** The time that it is drawn from, as so many steps of equal length; whole milliseconds. */
  readonly from: number;
  readonly step: number;
  readonly steps: number;
  /** How many records: about so many at the most, and all where there are fewer. */
  readonly most: number;
  /** How many records of any kind the service has there at the most. */
  readonly among: number;
}

export interface Sampled {
  /** The record in JSON; of a long one, what somebody added to it and the end of its message may be missing. */
  readonly json: string;
  /** For how many records of its kind and time it stands, about; 1 for itself alone. */
  readonly weight: number;
}

/** Asks for everything of a time, in its order. */
export interface WalkQuery {
  readonly service?: string;
  /** Milliseconds, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Where the page before ended. */
  readonly cursor?: string;
}

/** A part of the archive that is no more. */
export interface DroppedPart {
  readonly bytes: number;
  /** Milliseconds: what it held lay between them. */
  readonly from: number;
  readonly to: number;
}

/** The accepted telemetry, kept to be searched and read. */
export interface Archive {
  /** Durable when it resolves. Telemetry that is held already, by its id, is passed over. */
  add(telemetry: readonly Telemetry[]): Promise<void>;
  search(scope: Scope, query: ArchiveQuery): Promise<ArchivePage>;
  /** All there is, the oldest first by their own time. What is added behind the cursor meanwhile isn't seen. */
  walk(scope: Scope, query: WalkQuery): Promise<ArchivePage>;
  /** In the order of time, and the same ones whenever it is asked. */
  sample(scope: Scope, query: SampleQuery): Promise<readonly Sampled[]>;
  get(scope: Scope, id: string): Promise<string | undefined>;
  /**
   * Removes what happened before this time: whole parts at once, and single records at most `most` a call. Answers
   * about how many records; 0 when nothing is left to remove.
   */
  removeBefore(time: number, most: number): Promise<number>;
  /** Bytes that it takes on its disk. */
  bytes(): Promise<number>;
  /**
   * Drops the oldest part, whole, if the archive takes more than so many bytes. Undefined where it does not, or where
   * nothing is left but what is being written.
   */
  dropOldestOver(bytes: number): Promise<DroppedPart | undefined>;
  /** Closes what this reader no longer needs, which frees the space of parts that were dropped. */
  closeUnused(): Promise<void>;
  close(): Promise<void>;
}
