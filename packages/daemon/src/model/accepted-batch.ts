import type { TelemetryKind } from "./telemetry.ts";

/** `rejected`: the invalid elements of a lenient batch, which use the same durable queue. */
export type BatchKind = TelemetryKind | "rejected";

/** The form of the body: one JSON value, a JSON array, or JSON lines. */
export type BatchFormat = "single" | "array" | "lines";

/**
 * The valid telemetry of one request, as it was sent. Parsing it again in the worker is cheaper than serializing it in
 * the ingest role.
 */
export interface AcceptedBatch {
  /** UUIDv7; the ids of the elements follow from it. */
  readonly id: string;
  readonly organizationId: string;
  readonly kind: BatchKind;
  /** Milliseconds since 1970 UTC. */
  readonly receivedAt: number;
  readonly format: BatchFormat;
  /** Number of elements. */
  readonly count: number;
  /** For a part of a request: the index of each element in the request, which its id follows from. */
  readonly places?: readonly number[];
  /** UTF-8. */
  readonly body: Buffer;
}

export interface ConsumerProgress {
  readonly consumer: string;
  readonly from: number;
  readonly position: number;
}

/** The position up to which a worker consumed. It is stored with the effects, so that a crash repeats nothing. */
export type Progress =
  /** Embedded queue: each consumer moves from `from` to its position. */
  | { readonly consumers: readonly ConsumerProgress[] }
  /** Broker: the identities of consumed batches. */
  | { readonly batches: readonly string[] };
