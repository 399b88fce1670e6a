import type { TelemetryKind } from "./telemetry.ts";

/** `rejected`: what a lenient batch left out; it travels the queue like the rest, so that it is as durable. */
export type BatchKind = TelemetryKind | "rejected";

/** How the body holds its elements: one JSON value, a JSON array, or JSON values in lines. */
export type BatchFormat = "single" | "array" | "lines";

/**
 * What one request brought, judged valid but kept as it was sent: parsing it again in the worker is
 * cheaper than writing it anew in the ingest role, which answers callers.
 */
export interface AcceptedBatch {
  /** UUIDv7, from which the elements' ids are counted up. */
  readonly id: string;
  readonly organizationId: string;
  readonly kind: BatchKind;
  /** Milliseconds since 1970 UTC. */
  readonly receivedAt: number;
  readonly format: BatchFormat;
  /** Number of elements. */
  readonly count: number;
  /** Where this is a part of a request: each element's place in it, which its id is counted from. */
  readonly places?: readonly number[];
  /** UTF-8. */
  readonly body: Buffer;
}

export interface ConsumerProgress {
  readonly consumer: string;
  readonly from: number;
  readonly position: number;
}

/** How far a worker has come with the queue; kept in the transaction of its effects, so that a crash repeats nothing. */
export type Progress =
  /** An embedded queue: what each of these consumers has after `from` is consumed up to its position. */
  | { readonly consumers: readonly ConsumerProgress[] }
  /** A broker: these batches are consumed, by their identities. */
  | { readonly batches: readonly string[] };
