import type { Scope } from "../model/scope.ts";

/** One change of an organization's incidents on the stream. */
export interface StreamChange {
  /** Grows by one within the organization. */
  readonly seq: number;
  /** Null for an incident, else the event's name. */
  readonly event: string | null;
  /** JSON. */
  readonly data: string;
}

export interface StreamStore {
  /** The newest number of each of these organizations. */
  heads(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The changes after this number, oldest first. */
  after(scope: Scope, seq: number, most: number): Promise<readonly StreamChange[]>;
  /** The oldest number still held; undefined where none is. */
  oldest(scope: Scope): Promise<number | undefined>;
}
