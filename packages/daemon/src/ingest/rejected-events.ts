import { idFrom } from "../kernel/ids.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import type { TelemetryKind } from "../model/telemetry.ts";
import { soundElementsOf } from "./batch-codec.ts";

/** An element of a batch of the kind `rejected`: what becomes a dead letter, under the element's id. */
export interface RejectedEvent {
  readonly kind: TelemetryKind;
  readonly reason: string;
  readonly payload: unknown;
  /** Tries that it had; absent where none was made. */
  readonly attempts?: number;
}

export interface Rejection {
  /** Tells a person what happened. */
  readonly reason: string;
  readonly attempts: number;
}

const KINDS: ReadonlySet<unknown> = new Set<TelemetryKind>(["log", "metric", "deployment"]);
const isRejected = (element: unknown): element is RejectedEvent =>
  typeof element === "object" &&
  element !== null &&
  typeof (element as RejectedEvent).reason === "string" &&
  KINDS.has((element as RejectedEvent).kind);

/** What a rejected batch holds. Never throws: what leads to the dead letters has nowhere else to go. */
export function listRejectedEvents(batch: AcceptedBatch): readonly RejectedEvent[] {
  const elements = soundElementsOf(batch);
  if (elements?.every(isRejected)) return elements;
  return [{ kind: "log", reason: "What was left out of a batch can't be read any more.", payload: textOf(batch) }];
}

/**
 * A batch on its way to the dead letters, an element each. The elements keep their ids and the batch its identity:
 * done twice, it is known again. Where the body is damaged, all of it is one letter.
 */
export function toRejectedBatch(batch: AcceptedBatch, { reason, attempts }: Rejection): AcceptedBatch {
  const { kind } = batch;
  if (kind === "rejected") return batch;
  const elements = soundElementsOf(batch);
  const letters: RejectedEvent[] = (elements ?? [textOf(batch)]).map((payload) => ({
    kind,
    reason,
    payload,
    attempts,
  }));
  return withLetters(batch, letters);
}

/** How `encodeBatch` begins. Only the beginning is asked: what follows may be a sender's own words. */
const NAMED = /^\{"v":\d{1,4},"id":"[^"]{0,64}","organizationId":"([A-Za-z0-9._-]{1,64})"/;
const NAMED_BYTES_MAX = 256;

/** The organization that an encoded batch names, also where the rest of it can't be read. */
export const organizationNamedBy = (payload: Buffer): string | undefined =>
  NAMED.exec(payload.toString("latin1", 0, NAMED_BYTES_MAX))?.[1];

export interface UnreadablePayload extends Rejection {
  /** Whatever tells it from all others, so that it is one letter however often it is found. */
  readonly seed: string | Uint8Array;
  readonly organizationId: string;
  readonly receivedAt: number;
  readonly payload: unknown;
}

/** A rejected batch of one letter, for what lost its header. */
export function toUnreadableBatch({
  seed,
  organizationId,
  receivedAt,
  payload,
  reason,
  attempts,
}: UnreadablePayload): AcceptedBatch {
  const header = { id: idFrom(seed), organizationId, kind: "rejected", receivedAt, format: "array", count: 1 } as const;
  return withLetters({ ...header, body: Buffer.alloc(0) }, [{ kind: "log", reason, payload, attempts }]);
}

const withLetters = (batch: AcceptedBatch, letters: readonly RejectedEvent[]): AcceptedBatch => ({
  ...batch,
  kind: "rejected",
  format: "array",
  count: letters.length,
  body: Buffer.from(JSON.stringify(letters)),
});

const textOf = ({ body }: AcceptedBatch): string => body.toString("utf8");
